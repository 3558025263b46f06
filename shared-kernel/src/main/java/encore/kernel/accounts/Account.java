package encore.kernel.accounts;

import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An account in the operator's view.
 *
 * @param callsPerMinute the account's own limit of calls a minute; null for the installation's limit
 * @param quotas the account's own quotas by name; the defaults apply to the others
 * @param origins the origins whose pages may read answers in a browser; empty for any origin
 * @param redirectUrls the addresses to which a browser login may lead back
 * @param defaultPointUid the point type that the name 'points' stands for
 */
public record Account(
        long accountId,
        String name,
        @Nullable Integer callsPerMinute,
        Map<String, Long> quotas,
        List<String> origins,
        List<String> redirectUrls,
        String defaultPointUid,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) {
    public Account {
        // Documents of earlier builds have none.
        quotas = quotas == null ? Map.of() : Map.copyOf(quotas);
        origins = List.copyOf(origins);
        redirectUrls = redirectUrls == null ? List.of() : List.copyOf(redirectUrls);
    }

    /** An account without redirect URLs. */
    public Account(
            long accountId,
            String name,
            @Nullable Integer callsPerMinute,
            Map<String, Long> quotas,
            List<String> origins,
            String defaultPointUid,
            Instant creationTimestamp) {
        this(accountId, name, callsPerMinute, quotas, origins, List.of(), defaultPointUid, creationTimestamp);
    }

    /** An address to which a browser login may lead back, exactly as it was registered. */
    public record RedirectUrl(String redirectUrl) {}
}
