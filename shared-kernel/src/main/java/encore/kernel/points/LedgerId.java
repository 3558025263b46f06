package encore.kernel.points;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;

/** A fan's points of one type; prints as {@code ledger.<account>.<fan_id>.<point_uid>}. */
public record LedgerId(
        @PublishedValue FanId fan, @PublishedValue String pointUid) implements StreamId {

    @JsonCreator
    public static LedgerId parse(String text) {
        String[] parts = StreamNames.split(text, "ledger", 4);
        return new LedgerId(new FanId(Long.parseLong(parts[1]), Long.parseLong(parts[2])), parts[3]);
    }

    @Override
    public long account() {
        return fan.account();
    }

    public PointTypeId pointType() {
        return new PointTypeId(fan.account(), pointUid);
    }

    @Override
    public String toString() {
        return "ledger." + fan.account() + "." + fan.number() + "." + pointUid;
    }
}
