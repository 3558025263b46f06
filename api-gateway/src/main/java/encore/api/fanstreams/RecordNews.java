package encore.api.fanstreams;

import encore.api.wire.Wire;
import encore.kernel.fanstreams.pages.FollowedRecord;
import encore.kernel.live.LiveEvent;
import org.jspecify.annotations.Nullable;

/**
 * An approval or a withdrawal, as followers of a stream get it.
 *
 * @param timeKey the time_key of the approval; null for a withdrawal
 */
record RecordNews(
        String streamKey, long feedRecordId, @Nullable String timeKey, boolean isApproved) {

    private static final int MILLIS = 1_000;

    /** Returns null when the event is none of a record, or changes nothing that pages show. */
    static @Nullable RecordNews of(LiveEvent event) {
        if (!event.type().startsWith("stream_record_")) {
            return null;
        }
        FollowedRecord followed = Wire.ANSWERS.treeToValue(event.details(), FollowedRecord.class);
        String streamKey = followed.streamKey();
        Boolean isApproved = followed.recordApproved();
        if (streamKey == null || isApproved == null) {
            return null;
        }
        long id = followed.feedRecordId() == null ? event.position() : followed.feedRecordId();
        return new RecordNews(streamKey, id, isApproved ? timeKey(event, id) : null, isApproved);
    }

    private static String timeKey(LiveEvent event, long id) {
        long millis = event.time().toEpochMilli();
        return Math.floorDiv(millis, MILLIS) + "_" + Math.floorMod(millis, MILLIS) + "_" + id;
    }
}
