package encore.kernel.shows.control;

import encore.kernel.quizzes.QuizQuestion.Option;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayType;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A live overlay as fans see it: exactly the fields of its type (spec 1, 6). Nothing in it reveals which answers of a quiz
 * question are right. Times are unix seconds.
 */
public sealed interface LiveOverlayFrame {

    /** Returns the overlay of a push or pin. */
    static LiveOverlayFrame of(ShownPush push) {
        OverlayType type = push.shown().overlay().overlayType();
        if (type == OverlayType.CLICKER) {
            return Clicker.of(push);
        }
        if (type == OverlayType.STATIC) {
            return Static.of(push);
        }
        if (type == OverlayType.QUIZ_QUESTION) {
            return Quiz.of(push);
        }
        return type == OverlayType.CUSTOM_FIELD ? CustomField.of(push) : Banner.of(push);
    }

    /**
     * A clicker.
     *
     * @param overlayTimer seconds for which clicks count; null for no end
     * @param overlayDelay seconds until they begin to count
     */
    @RecordBuilder
    record Clicker(
            OverlayType overlayType,
            @Nullable String overlayPublicName,
            @Nullable String sponsorMediaUid,
            @Nullable String contentMediaUid,
            @Nullable String sponsorImageUrl,
            @Nullable String sponsorName,
            long lastPushTimestamp,
            String overlayLogUid,
            String appOverlayUid,
            String clickerInstanceUid,
            @Nullable Integer overlayTimer,
            int overlayDelay)
            implements LiveOverlayFrame {

        static Clicker of(ShownPush push) {
            Overlay overlay = push.shown().overlay();
            return LiveOverlayFrameClickerBuilder.builder()
                    .overlayType(OverlayType.CLICKER)
                    .lastPushTimestamp(push.at().getEpochSecond())
                    .overlayLogUid(push.overlayLogUid())
                    .appOverlayUid(overlay.appOverlayUid())
                    .clickerInstanceUid(push.clickerInstanceUid())
                    .overlayDelay(overlay.overlayDelay() == null ? 0 : overlay.overlayDelay())
                    .overlayPublicName(overlay.overlayPublicName())
                    .sponsorMediaUid(overlay.sponsorMediaUid())
                    .contentMediaUid(overlay.contentMediaUid())
                    .sponsorImageUrl(overlay.sponsorImageUrl())
                    .sponsorName(overlay.sponsorName())
                    .overlayTimer(overlay.overlayTimer())
                    .build();
        }
    }

    /** A static overlay. */
    @RecordBuilder
    record Static(
            OverlayType overlayType,
            @Nullable String overlayPublicName,
            @Nullable String sponsorMediaUid,
            @Nullable String contentMediaUid,
            @Nullable String sponsorImageUrl,
            @Nullable String sponsorName,
            long lastPushTimestamp,
            String overlayLogUid,
            String appOverlayUid,
            @Nullable String buttonText,
            @Nullable String bodyText,
            @Nullable String targetUrl)
            implements LiveOverlayFrame {

        public static Static of(ShownPush push) {
            Overlay overlay = push.shown().overlay();
            return LiveOverlayFrameStaticBuilder.builder()
                    .overlayType(OverlayType.STATIC)
                    .lastPushTimestamp(push.at().getEpochSecond())
                    .overlayLogUid(push.overlayLogUid())
                    .appOverlayUid(overlay.appOverlayUid())
                    .overlayPublicName(overlay.overlayPublicName())
                    .sponsorMediaUid(overlay.sponsorMediaUid())
                    .contentMediaUid(overlay.contentMediaUid())
                    .sponsorImageUrl(overlay.sponsorImageUrl())
                    .sponsorName(overlay.sponsorName())
                    .buttonText(overlay.buttonText())
                    .bodyText(overlay.bodyText())
                    .targetUrl(overlay.targetUrl())
                    .build();
        }
    }

    /**
     * A quiz question.
     *
     * @param overlayPublicName the text of the question
     * @param overlayTimer seconds for which answers are taken; null for no end
     */
    @RecordBuilder
    record Quiz(
            OverlayType overlayType,
            @Nullable String overlayPublicName,
            @Nullable String sponsorMediaUid,
            @Nullable String contentMediaUid,
            @Nullable String sponsorImageUrl,
            @Nullable String sponsorName,
            long lastPushTimestamp,
            String overlayLogUid,
            String appOverlayUid,
            String quizQuestionUid,
            List<Option> options,
            boolean showResults,
            @Nullable Integer overlayTimer)
            implements LiveOverlayFrame {

        static Quiz of(ShownPush push) {
            Overlay overlay = push.shown().overlay();
            List<String> answers =
                    push.shown().options() == null ? List.of() : push.shown().options();
            return LiveOverlayFrameQuizBuilder.builder()
                    .overlayType(OverlayType.QUIZ_QUESTION)
                    .lastPushTimestamp(push.at().getEpochSecond())
                    .overlayLogUid(push.overlayLogUid())
                    .appOverlayUid(overlay.appOverlayUid())
                    .quizQuestionUid(overlay.quizQuestionUid() == null ? "" : overlay.quizQuestionUid())
                    .options(IntStream.range(0, answers.size())
                            .mapToObj(idx -> new Option(idx, answers.get(idx)))
                            .toList())
                    .showResults(push.showResults())
                    .overlayPublicName(push.shown().question())
                    .sponsorMediaUid(overlay.sponsorMediaUid())
                    .contentMediaUid(overlay.contentMediaUid())
                    .sponsorImageUrl(overlay.sponsorImageUrl())
                    .sponsorName(overlay.sponsorName())
                    .overlayTimer(overlay.overlayTimer())
                    .build();
        }
    }

    /** A question for the value of a custom field. */
    @RecordBuilder
    record CustomField(
            OverlayType overlayType,
            @Nullable String overlayPublicName,
            @Nullable String sponsorMediaUid,
            @Nullable String contentMediaUid,
            @Nullable String sponsorImageUrl,
            @Nullable String sponsorName,
            long lastPushTimestamp,
            String overlayLogUid,
            String appOverlayUid,
            String crmFieldKey,
            AskedField customField,
            @Nullable Integer overlayTimer)
            implements LiveOverlayFrame {

        static CustomField of(ShownPush push) {
            Overlay overlay = push.shown().overlay();
            String key = overlay.crmFieldKey() == null ? "" : overlay.crmFieldKey();
            return LiveOverlayFrameCustomFieldBuilder.builder()
                    .overlayType(OverlayType.CUSTOM_FIELD)
                    .lastPushTimestamp(push.at().getEpochSecond())
                    .overlayLogUid(push.overlayLogUid())
                    .appOverlayUid(overlay.appOverlayUid())
                    .crmFieldKey(key)
                    .customField(new AskedField(key, push.shown().fieldType()))
                    .overlayPublicName(overlay.overlayPublicName())
                    .sponsorMediaUid(overlay.sponsorMediaUid())
                    .contentMediaUid(overlay.contentMediaUid())
                    .sponsorImageUrl(overlay.sponsorImageUrl())
                    .sponsorName(overlay.sponsorName())
                    .overlayTimer(overlay.overlayTimer())
                    .build();
        }
    }

    /** The custom field whose value is asked for. */
    record AskedField(String crmFieldKey, @Nullable String fieldType) {}

    /** A banner. */
    @RecordBuilder
    record Banner(
            OverlayType overlayType,
            @Nullable String overlayPublicName,
            @Nullable String sponsorMediaUid,
            @Nullable String contentMediaUid,
            @Nullable String sponsorImageUrl,
            @Nullable String sponsorName,
            long lastPushTimestamp,
            String overlayLogUid,
            String appOverlayUid)
            implements LiveOverlayFrame {

        static Banner of(ShownPush push) {
            Overlay overlay = push.shown().overlay();
            return LiveOverlayFrameBannerBuilder.builder()
                    .overlayType(OverlayType.BANNER)
                    .lastPushTimestamp(push.at().getEpochSecond())
                    .overlayLogUid(push.overlayLogUid())
                    .appOverlayUid(overlay.appOverlayUid())
                    .overlayPublicName(overlay.overlayPublicName())
                    .sponsorMediaUid(overlay.sponsorMediaUid())
                    .contentMediaUid(overlay.contentMediaUid())
                    .sponsorImageUrl(overlay.sponsorImageUrl())
                    .sponsorName(overlay.sponsorName())
                    .build();
        }
    }
}
