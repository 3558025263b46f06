package encore.kernel.operations;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the journal with the name of its actor.
 *
 * @param actorLabel the label of a key pair, or the name of a person; null when there is none any more
 */
public record LabelledOperation(
        @JsonUnwrapped Operation operation, @Nullable String actorLabel) {}
