package encore.kernel.connections;

import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;

/** A pair of fans of an account, in the order of their numbers; prints as {@code connection.<account>.<low>.<high>}. */
@StreamId.Kind("connection")
public record ConnectionId(
        long account,
        @PublishedValue("fan_id") long low,
        @PublishedValue("connected_fan_id") long high) implements StreamId {

    public static ConnectionId between(long account, long one, long other) {
        return new ConnectionId(account, Math.min(one, other), Math.max(one, other));
    }

    /** Returns the id of the fan with this number. */
    public FanId fan(long number) {
        return new FanId(account, number);
    }

    /** Returns the number of the other fan. */
    public long otherThan(long number) {
        return number == low ? high : low;
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
