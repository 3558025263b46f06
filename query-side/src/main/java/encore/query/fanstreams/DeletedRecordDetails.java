package encore.query.fanstreams;

import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.pages.FollowedRecord;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordDeleted;
import encore.query.projection.EventDetails;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Gives followers of a stream the deletions, which are withdrawals. */
@Component
class DeletedRecordDetails implements EventDetails<StreamRecordDeleted, FollowedRecord> {

    @Override
    public Class<StreamRecordDeleted> event() {
        return StreamRecordDeleted.class;
    }

    @Override
    public Class<FollowedRecord> details() {
        return FollowedRecord.class;
    }

    @Override
    public @Nullable FanId fan(StreamRecordDeleted event) {
        return null;
    }

    @Override
    public FollowedRecord of(StreamRecordDeleted event) {
        return new FollowedRecord(event.stream().key(), event.feedRecordId(), false);
    }
}
