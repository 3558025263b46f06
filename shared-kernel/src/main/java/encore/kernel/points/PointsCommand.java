package encore.kernel.points;

import encore.kernel.Command;
import encore.kernel.fans.FanId;
import encore.kernel.names.StoredName;
import encore.kernel.points.ledgers.LedgerBalance;

/** The commands that award points and create point types. */
public sealed interface PointsCommand<R> extends Command<R> {

    /** The most points that one record may add or subtract, and the most that can be staked or asked of a tier. */
    long MAX_POINTS = 1_000_000_000_000L;

    /**
     * Adds a record to a fan's ledger (spec 3, 4: POST /v1/ent/fan_points).
     *
     * @param fanPointUid a UUIDv7, generated before the command
     * @param count the number of points, not zero, from -{@link #MAX_POINTS} to {@link #MAX_POINTS}
     * @param source the call or automation that it came from
     */
    record AwardPoints(LedgerId ledger, String fanPointUid, long count, String source, AwardDetails details)
            implements PointsCommand<RecordedAward> {

        @Override
        public LedgerId stream() {
            return ledger;
        }
    }

    /**
     * Adds a record for a point type that is given by name (spec 2, 4: POST /v1/crm/fans/&lt;fan_id&gt;/points). The
     * path names the fan, so an unknown one is refused as unknown.
     */
    record AwardPointsByName(
            FanId fan, String fanPointUid, String pointName, long count, String source, AwardDetails details)
            implements PointsCommand<RecordedAward> {

        @Override
        public FanId stream() {
            return fan;
        }
    }

    /** Answers the balance of a ledger for a decision of another feature. It changes nothing. */
    @StoredName("TellBalance")
    record ReadBalance(LedgerId ledger) implements PointsCommand<LedgerBalance> {

        @Override
        public LedgerId stream() {
            return ledger;
        }
    }

    /**
     * Creates a point type. If the account has one with this name, its uid is answered, and nothing is recorded.
     *
     * @param pointType the id, whose uid is generated before the command
     */
    record CreatePointType(PointTypeId pointType, String name) implements PointsCommand<PointTypeUid> {

        @Override
        public PointTypeId stream() {
            return pointType;
        }
    }
}
