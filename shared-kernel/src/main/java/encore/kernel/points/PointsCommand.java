package encore.kernel.points;

import encore.kernel.Command;
import encore.kernel.fans.FanId;

/** Everything that can be asked of points: to award them, and to have a new kind of them. */
public sealed interface PointsCommand<R> extends Command<R> {

    /**
     * Adds a record to a fan's ledger (spec 3, 4: POST /v1/ent/fan_points).
     *
     * @param fanPointUid UUIDv7, minted before the command
     * @param count not zero, at most 10^12 either way
     * @param source which call or automation it came by
     */
    record AwardPoints(LedgerId ledger, String fanPointUid, long count, String source, AwardDetails details)
            implements PointsCommand<Awarded> {

        @Override
        public LedgerId stream() {
            return ledger;
        }
    }

    /**
     * The same for a point type that is known by its name alone (spec 2, 4: POST /v1/crm/fans/&lt;fan_id&gt;/points).
     * The fan stood in the path.
     */
    record AwardPointsByName(FanId fan, String fanPointUid, String pointName, long count, String source)
            implements PointsCommand<Awarded> {

        @Override
        public FanId stream() {
            return fan;
        }
    }

    /**
     * Makes a kind of points. A name that the account knows answers the uid it has, and nothing is recorded.
     *
     * @param pointType with a uid minted before the command
     */
    record CreatePointType(PointTypeId pointType, String name) implements PointsCommand<PointTypeUid> {

        @Override
        public PointTypeId stream() {
            return pointType;
        }
    }
}
