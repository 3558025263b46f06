package encore.kernel.sessions;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;

/** All sessions of one fan; prints as {@code logins.<account>.<fan_id>}. */
public record LoginsId(@PublishedValue FanId fan) implements StreamId {

    private static final String KIND = "logins";

    @JsonCreator
    public static LoginsId parse(String text) {
        String[] parts = StreamNames.split(text, KIND, 3);
        return new LoginsId(new FanId(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }

    @Override
    public long account() {
        return fan.account();
    }

    @Override
    public String toString() {
        return KIND + "." + fan.account() + "." + fan.number();
    }
}
