package encore.query.fanstreams;

import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.pages.FollowedRecord;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.query.projection.EventDetails;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Gives followers of a stream the records that are approved as they arrive. */
@Component
class AddedRecordDetails implements EventDetails<StreamRecordAdded, FollowedRecord> {

    @Override
    public Class<StreamRecordAdded> event() {
        return StreamRecordAdded.class;
    }

    @Override
    public Class<FollowedRecord> details() {
        return FollowedRecord.class;
    }

    @Override
    public @Nullable FanId fan(StreamRecordAdded event) {
        return event.fan();
    }

    @Override
    public FollowedRecord of(StreamRecordAdded event) {
        return new FollowedRecord(event.stream().key(), null, event.isApproved() ? true : null);
    }
}
