package encore.kernel.likings;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;

/** All idols of one fan; prints as {@code likings.<account>.<fan_id>}. */
public record LikingsId(@PublishedValue FanId fan) implements StreamId {

    @JsonCreator
    public static LikingsId parse(String text) {
        String[] parts = StreamNames.split(text, "likings", 3);
        return new LikingsId(new FanId(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }

    @Override
    public long account() {
        return fan.account();
    }

    @Override
    public String toString() {
        return "likings." + fan.account() + "." + fan.number();
    }
}
