package encore.infra.backend;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The side that decides. */
public interface CommandSide {

    /** The type of a refusal: nothing was stored, as the store is away from here. */
    String NOT_STORED = "not-stored";

    /** The type of a refusal: the store went away before it said whether this was stored. */
    String OUTCOME_UNKNOWN = "outcome-unknown";

    /** Completes after the command's events are durable; fails with a {@link encore.kernel.Refusal}. */
    CompletableFuture<CommandResult> handle(CommandRequest order);

    /** Whether it decides no more until its process is started anew: others are to be asked. */
    default boolean isBroken() {
        return false;
    }

    /** Says in a sentence what keeps writes away until it is set right, or null. */
    default @Nullable String trouble() {
        return null;
    }
}
