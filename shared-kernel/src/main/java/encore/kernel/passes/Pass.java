package encore.kernel.passes;

import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A pass in the account's view (decisions: wagers and passes).
 *
 * @param pageTabId its campaign; null for the pass of a reward
 * @param rewardUid its reward; null for the pass of a campaign
 * @param accessStartTimestamp the time from which it lets in; null for no bound
 * @param accessEndTimestamp the time up to which it lets in; null for no bound
 */
@RecordBuilder
public record Pass(
        String passUid,
        String passCode,
        long fanId,
        boolean checkedIn,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @Nullable Long pageTabId,
        @Nullable String rewardUid,
        @Nullable Long claimFanId,
        @Nullable UUID sectionUid,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant checkinTimestamp,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant accessStartTimestamp,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant accessEndTimestamp) {

    public Pass with(PassDetails details) {
        return PassBuilder.builder(this)
                .claimFanId(details.claimFanId())
                .sectionUid(details.sectionUid())
                .build();
    }

    public Pass checkedIn(Instant at) {
        return PassBuilder.builder(this).checkedIn(true).checkinTimestamp(at).build();
    }
}
