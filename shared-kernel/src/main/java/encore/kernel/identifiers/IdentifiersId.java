package encore.kernel.identifiers;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;

/** All identifiers of one fan; prints as {@code identifiers.<account>.<fan_id>}. */
public record IdentifiersId(@PublishedValue FanId fan) implements StreamId {

    @JsonCreator
    public static IdentifiersId parse(String text) {
        String[] parts = StreamNames.split(text, "identifiers", 3);
        return new IdentifiersId(new FanId(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }

    /** Returns whether a stream is one of identifiers. */
    public static boolean is(String stream) {
        return stream.startsWith("identifiers.");
    }

    @Override
    public long account() {
        return fan.account();
    }

    @Override
    public String toString() {
        return "identifiers." + fan.account() + "." + fan.number();
    }
}
