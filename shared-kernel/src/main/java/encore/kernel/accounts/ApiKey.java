package encore.kernel.accounts;

import encore.kernel.people.Role;
import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key pair in its account's view. It contains neither the secret nor its hash.
 *
 * @param role the role that bounds what it may do with its secret; null for none
 */
public record ApiKey(
        String apiKey,
        String label,
        List<String> scopes,
        @Nullable Role role,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) {
    public ApiKey {
        scopes = List.copyOf(scopes);
    }
}
