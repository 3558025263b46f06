package encore.query.points;

import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.AwardDetailsBuilder;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import java.time.Instant;

/** Builds events for the tests of this package. */
final class PointEvents {

    private PointEvents() {}

    static FanRegistered joined(long account, long fan) {
        return new FanRegistered(new FanId(account, fan), Profile.EMPTY, Consent.EMPTY);
    }

    static PointTypeCreated created(long account, String uid, String name) {
        return new PointTypeCreated(new PointTypeId(account, uid), name);
    }

    /** Returns the award with a time of its own. */
    static PointsAwarded at(Instant effectiveAt, PointsAwarded award) {
        return PointsEventPointsAwardedBuilder.builder(award)
                .effectiveAt(effectiveAt)
                .build();
    }

    static PointsAwarded awarded(long account, long fan, String type, String uid, long count) {
        var ledger = new LedgerId(new FanId(account, fan), type);
        var details = AwardDetailsBuilder.builder(AwardDetails.NONE)
                .pageTabId(fan * 10)
                .build();
        return PointsAwarded.of(new AwardPoints(ledger, uid, count, "ent", details), count);
    }
}
