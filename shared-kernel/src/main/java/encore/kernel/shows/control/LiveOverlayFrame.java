package encore.kernel.shows.control;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.quizzes.QuizQuestion.Option;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayType;
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
    record Clicker(
            @JsonUnwrapped PushedOverlay overlay,
            String clickerInstanceUid,
            @Nullable Integer overlayTimer,
            int overlayDelay)
            implements LiveOverlayFrame {

        static Clicker of(ShownPush push) {
            Overlay overlay = push.shown().overlay();
            return new Clicker(
                    PushedOverlay.of(push, OverlayType.CLICKER),
                    push.clickerInstanceUid(),
                    overlay.overlayTimer(),
                    overlay.overlayDelay() == null ? 0 : overlay.overlayDelay());
        }
    }

    /** A static overlay. */
    record Static(
            @JsonUnwrapped PushedOverlay overlay,
            @Nullable String buttonText,
            @Nullable String bodyText,
            @Nullable String targetUrl)
            implements LiveOverlayFrame {

        public static Static of(ShownPush push) {
            Overlay overlay = push.shown().overlay();
            return new Static(
                    PushedOverlay.of(push, OverlayType.STATIC),
                    overlay.buttonText(),
                    overlay.bodyText(),
                    overlay.targetUrl());
        }
    }

    /**
     * A quiz question.
     *
     * @param overlayTimer seconds for which answers are taken; null for no end
     */
    record Quiz(
            @JsonUnwrapped PushedOverlay overlay,
            String quizQuestionUid,
            List<Option> options,
            boolean showResults,
            @Nullable Integer overlayTimer)
            implements LiveOverlayFrame {

        static Quiz of(ShownPush push) {
            Overlay overlay = push.shown().overlay();
            List<String> answers =
                    push.shown().options() == null ? List.of() : push.shown().options();
            return new Quiz(
                    PushedOverlay.of(push, OverlayType.QUIZ_QUESTION),
                    overlay.quizQuestionUid() == null ? "" : overlay.quizQuestionUid(),
                    IntStream.range(0, answers.size())
                            .mapToObj(idx -> new Option(idx, answers.get(idx)))
                            .toList(),
                    push.showResults(),
                    overlay.overlayTimer());
        }
    }

    /** A question for the value of a custom field. */
    record CustomField(
            @JsonUnwrapped PushedOverlay overlay,
            String crmFieldKey,
            AskedField customField,
            @Nullable Integer overlayTimer)
            implements LiveOverlayFrame {

        static CustomField of(ShownPush push) {
            Overlay overlay = push.shown().overlay();
            String key = overlay.crmFieldKey() == null ? "" : overlay.crmFieldKey();
            return new CustomField(
                    PushedOverlay.of(push, OverlayType.CUSTOM_FIELD),
                    key,
                    new AskedField(key, push.shown().fieldType()),
                    overlay.overlayTimer());
        }
    }

    /** The custom field whose value is asked for. */
    record AskedField(String crmFieldKey, @Nullable String fieldType) {}

    /** A banner. */
    record Banner(@JsonUnwrapped PushedOverlay overlay) implements LiveOverlayFrame {

        static Banner of(ShownPush push) {
            return new Banner(PushedOverlay.of(push, OverlayType.BANNER));
        }
    }
}
