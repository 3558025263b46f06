package encore.infra.backend;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The command side: decides commands and appends their events. */
public interface CommandSide {

    /** The type of a refusal: nothing was stored, because this node cannot reach the store. */
    String NOT_STORED = "not-stored";

    /** The type of a refusal: the store became unreachable before it confirmed the write. */
    String OUTCOME_UNKNOWN = "outcome-unknown";

    /** Handles a command. Completes after its events are durable; fails with a {@link encore.kernel.Refusal}. */
    CompletableFuture<CommandResult> handle(CommandRequest request);

    /** Returns whether this process must be restarted before it handles commands again. Send them to other nodes. */
    default boolean isBroken() {
        return false;
    }

    /** Returns whether other processes should decide commands, if there are any, because this one's clock is wrong. */
    default boolean handsOver() {
        return false;
    }

    /** Returns a sentence about the problem that prevents writes until somebody fixes it, or null. */
    default @Nullable String problem() {
        return null;
    }

    /** Returns a sentence about a fault that prevents no write, but that an operator should know of, or null. */
    default @Nullable String warning() {
        return null;
    }
}
