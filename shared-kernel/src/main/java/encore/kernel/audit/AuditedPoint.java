package encore.kernel.audit;

import encore.kernel.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event of a ledger, with all that the log knows of it.
 *
 * @param type its name in the log
 * @param balance of the ledger with it, summed up from the log
 * @param command that it came of
 * @param actor the key, the automation or the fan that caused it
 * @param actorLabel what the account calls that key; null for one that is revoked or no key
 */
public record AuditedPoint(
        String type,
        long position,
        @WireTime(WireTime.Form.BOTH) Instant time,
        String pointUid,
        String fanPointUid,
        long pointCount,
        long balance,
        String pointType,
        String pointSource,
        @Nullable String awardKey,
        String command,
        String actor,
        @Nullable String actorLabel) {}
