package encore.kernel.fanstreams;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A stream of records; its key never changes. It prints as {@code fan_stream.<account>.<stream_key>}. */
public record FanStreamId(
        long account, @PublishedValue("stream_key") String key) implements StreamId {

    @JsonCreator
    public static FanStreamId parse(String text) {
        String[] parts = StreamNames.split(text, "fan_stream", 3);
        return new FanStreamId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "fan_stream." + account + "." + key;
    }
}
