package encore.kernel.points;

import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;

/** A fan's points of one type; prints as {@code ledger.<account>.<fan_id>.<point_uid>}. */
@StreamId.Kind("ledger")
public record LedgerId(
        @PublishedValue FanId fan, @PublishedValue String pointUid) implements StreamId {

    @Override
    public long account() {
        return fan.account();
    }

    public PointTypeId pointType() {
        return new PointTypeId(fan.account(), pointUid);
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
