package encore.kernel.passes;

import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A pass in the account's view (decisions: wagers and passes). */
public record Pass(
        String passUid,
        String passCode,
        long pageTabId,
        long fanId,
        @Nullable Long claimFanId,
        @Nullable UUID sectionUid,
        boolean checkedIn,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant checkinTimestamp) {

    public Pass with(PassDetails details) {
        return new Pass(
                passUid,
                passCode,
                pageTabId,
                fanId,
                details.claimFanId(),
                details.sectionUid(),
                checkedIn,
                creationTimestamp,
                checkinTimestamp);
    }

    public Pass checkedIn(Instant at) {
        return new Pass(passUid, passCode, pageTabId, fanId, claimFanId, sectionUid, true, creationTimestamp, at);
    }
}
