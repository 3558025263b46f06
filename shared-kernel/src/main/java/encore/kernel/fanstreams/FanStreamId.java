package encore.kernel.fanstreams;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A stream of records; its key never changes. It prints as {@code fan_stream.<account>.<stream_key>}. */
@StreamId.Kind("fan_stream")
public record FanStreamId(
        long account, @PublishedValue("stream_key") String key) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
