package encore.kernel.fanstreams.records;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/**
 * A record of a stream; prints as {@code stream_record.<account>.<uid>}. Its public feed_record_id is the position of its
 * first event.
 */
public record StreamRecordId(long account, String uid) implements StreamId {

    @JsonCreator
    public static StreamRecordId parse(String text) {
        String[] parts = StreamNames.split(text, "stream_record", 3);
        return new StreamRecordId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "stream_record." + account + "." + uid;
    }
}
