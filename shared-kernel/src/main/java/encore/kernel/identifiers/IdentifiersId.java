package encore.kernel.identifiers;

import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;

/** All identifiers of one fan; prints as {@code identifiers.<account>.<fan_id>}. */
@StreamId.Kind("identifiers")
public record IdentifiersId(@PublishedValue FanId fan) implements StreamId {

    @Override
    public long account() {
        return fan.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
