package encore.command.shows.overlays;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayType;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields that overlays of each type take and require (spec 1, 6). All types take the sponsor and the media. */
final class OverlayRules {

    private OverlayRules() {}

    static void itHasTheFieldsOfItsType(Overlay before, Overlay overlay) {
        OverlayType type = overlay.overlayType();
        if (type == null) {
            throw new Refusal(RULE, "overlay-type-missing", "overlay_type", "An overlay has a type.");
        }
        required(
                type,
                before.overlayPublicName(),
                overlay.overlayPublicName(),
                "overlay_public_name",
                EnumSet.complementOf(EnumSet.of(OverlayType.QUIZ_QUESTION)));
        required(
                type,
                before.quizQuestionUid(),
                overlay.quizQuestionUid(),
                "quiz_question_uid",
                EnumSet.of(OverlayType.QUIZ_QUESTION));
        required(
                type,
                before.crmFieldKey(),
                overlay.crmFieldKey(),
                "crm_field_key",
                EnumSet.of(OverlayType.CUSTOM_FIELD));
        taken(type, overlay.buttonText(), "button_text", EnumSet.of(OverlayType.STATIC));
        taken(type, overlay.bodyText(), "body_text", EnumSet.of(OverlayType.STATIC));
        taken(type, overlay.targetUrl(), "target_url", EnumSet.of(OverlayType.STATIC));
        taken(
                type,
                overlay.overlayTimer(),
                "overlay_timer",
                EnumSet.of(OverlayType.CLICKER, OverlayType.QUIZ_QUESTION, OverlayType.CUSTOM_FIELD));
        taken(type, overlay.overlayDelay(), "overlay_delay", EnumSet.of(OverlayType.CLICKER));
        taken(type, overlay.pointsPerClick(), "points_per_click", EnumSet.of(OverlayType.CLICKER));
        taken(type, overlay.maxPoints(), "max_points", EnumSet.of(OverlayType.CLICKER));
    }

    private static void required(
            OverlayType type, @Nullable String before, @Nullable String after, String field, Set<OverlayType> types) {
        taken(type, after, field, types);
        if (types.contains(type) && Blanks.isMissing(before, after)) {
            throw new Refusal(
                    RULE,
                    "overlay-field-missing",
                    field,
                    "An overlay of the type " + type.word() + " needs this field.");
        }
    }

    private static void taken(OverlayType type, @Nullable Object value, String field, Set<OverlayType> types) {
        if (value != null && !types.contains(type)) {
            throw new Refusal(
                    RULE,
                    "overlay-field-not-taken",
                    field,
                    "An overlay of the type " + type.word() + " does not have this field.");
        }
    }
}
