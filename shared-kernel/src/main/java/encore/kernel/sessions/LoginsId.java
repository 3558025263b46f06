package encore.kernel.sessions;

import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;

/** All sessions of one fan; prints as {@code logins.<account>.<fan_id>}. */
@StreamId.Kind("logins")
public record LoginsId(@PublishedValue FanId fan) implements StreamId {

    @Override
    public long account() {
        return fan.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
