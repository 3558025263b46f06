package encore.infra.backend;

import encore.kernel.Command;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The side that decides. */
public interface CommandSide {

    /** Completes after the command's events are durable; fails with a {@link encore.kernel.Refusal}. */
    CompletableFuture<Done> handle(Order order);

    /**
     * @param account whose call it is, 0 for the operator
     * @param actor see {@link Caller}
     * @param requestId given by a client, so that it is honoured once; null: a fresh one is made
     * @param fingerprint of the request, beside the id
     * @param seen a position that the caller knows of: nothing is decided on an older log; 0 for any
     * @param fresh whether the id was minted a moment ago and sent to nobody else: then it need not be looked up
     */
    record Order(
            long account,
            String actor,
            @Nullable String requestId,
            @Nullable String fingerprint,
            Command<?> command,
            long seen,
            boolean fresh) {

        /** An order whose id, if it has one, may have been seen before, of a caller who knows nothing. */
        public Order(
                long account,
                String actor,
                @Nullable String requestId,
                @Nullable String fingerprint,
                Command<?> command) {
            this(account, actor, requestId, fingerprint, command, 0, false);
        }
    }

    /**
     * @param position of the command's last event; when it changed nothing, the head it was decided at
     */
    record Done(Object answer, long position) {}
}
