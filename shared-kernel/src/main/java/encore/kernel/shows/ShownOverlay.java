package encore.kernel.shows;

import encore.kernel.fields.FieldDefinition;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.shows.overlays.Overlay;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An overlay with everything that it showed when it was pushed or pinned. What staff changes later does not change it.
 *
 * @param question the text of the quiz question; null for other overlays
 * @param options the answers to choose from; null for other overlays
 * @param pointCount the points of a right answer; null for other overlays
 * @param fieldType the type of the custom field; null for other overlays
 */
@RecordBuilder
public record ShownOverlay(
        @PublishedValue Overlay overlay,
        @NotPersonal("a question of a campaign") @Nullable String question,
        @NotPersonal("a question of a campaign") @Nullable List<String> options,
        @Nullable Long pointCount,
        @NotPersonal("a type of fields") @Nullable String fieldType) {

    public ShownOverlay {
        options = options == null ? null : List.copyOf(options);
    }

    /** Returns an overlay that shows nothing but itself. */
    public static ShownOverlay of(Overlay overlay) {
        return ShownOverlayBuilder.builder().overlay(overlay).build();
    }

    /** Returns the overlay of a quiz question. */
    public static ShownOverlay ofQuiz(Overlay overlay, QuizQuestion question) {
        return ShownOverlayBuilder.builder()
                .overlay(overlay)
                .question(question.question())
                .options(question.options())
                .pointCount(question.pointCount())
                .build();
    }

    /** Returns the overlay that asks for the value of a custom field. */
    public static ShownOverlay ofField(Overlay overlay, FieldDefinition field) {
        return ShownOverlayBuilder.builder()
                .overlay(overlay)
                .fieldType(field.fieldType() == null ? null : field.fieldType().word())
                .build();
    }
}
