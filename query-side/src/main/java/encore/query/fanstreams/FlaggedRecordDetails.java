package encore.query.fanstreams;

import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.pages.FollowedRecord;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordFlagged;
import encore.query.projection.EventDetails;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Gives followers of a stream the approvals and withdrawals. */
@Component
class FlaggedRecordDetails implements EventDetails<StreamRecordFlagged, FollowedRecord> {

    @Override
    public Class<StreamRecordFlagged> event() {
        return StreamRecordFlagged.class;
    }

    @Override
    public Class<FollowedRecord> details() {
        return FollowedRecord.class;
    }

    @Override
    public @Nullable FanId fan(StreamRecordFlagged event) {
        return null;
    }

    @Override
    public FollowedRecord of(StreamRecordFlagged event) {
        return new FollowedRecord(
                event.stream().key(), event.feedRecordId(), event.flags().isApproved());
    }
}
