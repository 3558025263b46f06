package encore.kernel.fanstreams.pages;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record as its moderators see it.
 *
 * @param decidedAt when somebody last approved, withdrew or reviewed it; null if nobody did
 * @param decidedBy the one who did, as the journal of operations names actors
 * @param decidedByLabel the label of a key pair, or the name of a person; null when there is none any more
 */
public record ManagedRecord(
        @JsonUnwrapped StreamRecord record,
        ModerationState moderationState,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant decidedAt,
        @Nullable String decidedBy,
        @Nullable String decidedByLabel) {

    /** Returns the same decision with a record whose names are joined, and with the name of who decided. */
    public ManagedRecord with(StreamRecord named, @Nullable String label) {
        return new ManagedRecord(named, moderationState, decidedAt, decidedBy, label);
    }
}
