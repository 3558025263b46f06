package encore.kernel.accounts;

import encore.kernel.WireTime;
import java.time.Instant;
import java.util.List;

/** A key pair as its account sees it: never with its secret, nor the hash of it. */
public record ApiKey(
        String apiKey,
        String label,
        List<String> scopes,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) {
    public ApiKey {
        scopes = List.copyOf(scopes);
    }
}
