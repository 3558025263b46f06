package encore.kernel.calls;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call of the API. It holds no path, no query and no body: these may name fans and contain secrets.
 *
 * @param callTimestamp when the gateway had answered it
 * @param gateway the name of the gateway that answered it
 * @param route the path template
 * @param problemType the type of the problem that it was answered with; null for none
 * @param apiKey the public half of the key pair that it was made with; null when a person made it
 * @param keyLabel the label of that key pair; null when the pair is not valid any more
 * @param personUid the person who made it; null when a key pair did
 */
public record RecordedCall(
        @WireTime(WireTime.Form.BOTH) Instant callTimestamp,
        String gateway,
        String method,
        String route,
        int status,
        long durationMs,
        @Nullable String problemType,
        @Nullable String apiKey,
        @Nullable String keyLabel,
        @Nullable String personUid,
        String requestId) {

    /** Returns the same call with the label of its key pair. */
    public RecordedCall labelled(@Nullable String label) {
        return new RecordedCall(
                callTimestamp,
                gateway,
                method,
                route,
                status,
                durationMs,
                problemType,
                apiKey,
                label,
                personUid,
                requestId);
    }
}
