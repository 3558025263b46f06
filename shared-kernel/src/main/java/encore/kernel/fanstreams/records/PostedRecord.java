package encore.kernel.fanstreams.records;

import encore.kernel.PositionedAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a record of a fan.
 *
 * @param feedRecordId the position of its event; null until the event is in the log
 * @param fanId the author
 */
public record PostedRecord(@Nullable Long feedRecordId, long fanId) implements PositionedAnswer<PostedRecord> {

    @Override
    public PostedRecord withPosition(long position) {
        return feedRecordId == null ? new PostedRecord(position, fanId) : this;
    }
}
