package encore.kernel.accounts;

import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;

/** A key pair in its account's view. It contains neither the secret nor its hash. */
public record ApiKey(
        String apiKey,
        String label,
        List<String> scopes,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) {
    public ApiKey {
        scopes = List.copyOf(scopes);
    }
}
