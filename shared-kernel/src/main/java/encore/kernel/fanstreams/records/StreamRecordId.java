package encore.kernel.fanstreams.records;

import encore.kernel.StreamId;

/**
 * A record of a stream; prints as {@code stream_record.<account>.<uid>}. Its public feed_record_id is the position of its
 * first event.
 */
@StreamId.Kind("stream_record")
public record StreamRecordId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
