package encore.infra.backend;

import encore.kernel.Command;
import org.jspecify.annotations.Nullable;

/**
 * Asks the command side for one command.
 *
 * @param account whose call it is, 0 for the operator
 * @param actor see {@link Caller}
 * @param requestId given by a client, so that it is honoured once; null: a fresh one is made
 * @param fingerprint of the request, beside the id
 * @param seen a position that the caller knows of: nothing is decided on an older log; 0 for any
 * @param fresh whether the id was minted a moment ago and sent to nobody else: then it need not be looked up
 */
public record CommandRequest(
        long account,
        String actor,
        @Nullable String requestId,
        @Nullable String fingerprint,
        Command<?> command,
        long seen,
        boolean fresh) {

    /** An order whose id, if it has one, may have been seen before, of a caller who knows nothing. */
    public CommandRequest(
            long account, String actor, @Nullable String requestId, @Nullable String fingerprint, Command<?> command) {
        this(account, actor, requestId, fingerprint, command, 0, false);
    }
}
