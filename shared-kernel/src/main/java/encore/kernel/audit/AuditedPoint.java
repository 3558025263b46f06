package encore.kernel.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event of a ledger, with all that the log has about it.
 *
 * @param type its name in the log
 * @param time the stamp of the event, by which the log and its proofs go
 * @param effectiveAtIso the time of its own, by which days go; null for none
 * @param balance the balance of the ledger after the event, summed up from the log
 * @param command the command that led to the event
 * @param actor the key, the automation or the fan that caused it
 * @param actorLabel the label of that key, or the name of that person; null when it is revoked or erased, and for other actors
 */
@RecordBuilder
public record AuditedPoint(
        String type,
        long position,
        @WireTime(WireTime.Form.BOTH) Instant time,

        @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
        Instant effectiveAtIso,

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
