package encore.kernel.likings;

import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;

/** All idols of one fan; prints as {@code likings.<account>.<fan_id>}. */
@StreamId.Kind("likings")
public record LikingsId(@PublishedValue FanId fan) implements StreamId {

    @Override
    public long account() {
        return fan.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
