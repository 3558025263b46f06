package encore.kernel.fans;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A fan of an account; prints as {@code fan.<account>.<fan_id>}. */
public record FanId(long account, @PublishedValue("fan_id") long number) implements StreamId {

    @JsonCreator
    public static FanId parse(String text) {
        String[] parts = StreamNames.split(text, "fan", 3);
        return new FanId(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    @Override
    public String toString() {
        return "fan." + account + "." + number;
    }
}
