package encore.infra.backend;

import encore.kernel.Command;
import org.jspecify.annotations.Nullable;

/**
 * A request to the command side to handle one command.
 *
 * @param account the caller's account, 0 for the operator
 * @param actor see {@link Caller}
 * @param requestId the id that a client gave, under which the request is handled once; null to make a fresh one
 * @param fingerprint identifies the content of the request with this id
 * @param minPosition the least position of the log that the command may be decided on; 0 for any
 * @param isNewId whether the id was just minted and sent to no other node, so it need not be looked up
 * @param ifMatch what must be true of the command's stream; null for nothing
 */
public record CommandRequest(
        long account,
        String actor,
        @Nullable String requestId,
        @Nullable String fingerprint,
        Command<?> command,
        long minPosition,
        boolean isNewId,
        @Nullable IfMatch ifMatch) {

    /** Makes a request without a precondition. */
    public CommandRequest(
            long account,
            String actor,
            @Nullable String requestId,
            @Nullable String fingerprint,
            Command<?> command,
            long minPosition,
            boolean isNewId) {
        this(account, actor, requestId, fingerprint, command, minPosition, isNewId, null);
    }

    /** Makes a request that may be decided at any position, and whose id may have been seen before. */
    public CommandRequest(
            long account, String actor, @Nullable String requestId, @Nullable String fingerprint, Command<?> command) {
        this(account, actor, requestId, fingerprint, command, 0, false);
    }
}
