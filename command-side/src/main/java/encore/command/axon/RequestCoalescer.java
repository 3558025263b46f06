package encore.command.axon;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.kernel.Refusal;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets requests that come under the id of one that is in flight in this process wait for its answer. */
final class RequestCoalescer {

    private final ConcurrentMap<String, InFlightRequest> inFlight = new ConcurrentHashMap<>();

    /** A request that was not answered yet. */
    final class InFlightRequest {

        private final @Nullable String id;
        private final @Nullable String fingerprint;
        private final CompletableFuture<CommandResult> answer = new CompletableFuture<>();

        private InFlightRequest(CommandRequest request) {
            id = request.requestId();
            fingerprint = request.fingerprint();
        }

        void complete(CommandResult result) {
            forget();
            answer.complete(result);
        }

        void fail(Throwable failure) {
            forget();
            answer.completeExceptionally(failure);
        }

        /** Before the answer is known, so that a request that comes after it is decided by itself. */
        private void forget() {
            if (id != null) {
                inFlight.remove(id, this);
            }
        }
    }

    /** Starts a request, unless one of its id is in flight: then the answer is that one's. */
    CompletableFuture<CommandResult> handle(CommandRequest request, Consumer<InFlightRequest> start) {
        InFlightRequest own = new InFlightRequest(request);
        InFlightRequest other = own.id == null ? null : inFlight.putIfAbsent(own.id, own);
        if (other == null) {
            start.accept(own);
            return own.answer;
        }
        return Objects.equals(other.fingerprint, own.fingerprint)
                ? other.answer.thenApply(CommandResult::asRepeat)
                : CompletableFuture.failedFuture(keyReused());
    }

    static Refusal keyReused() {
        return new Refusal(
                Refusal.Kind.RULE,
                "key-used-otherwise",
                "Idempotency-Key",
                "This Idempotency-Key was used for another request.");
    }
}
