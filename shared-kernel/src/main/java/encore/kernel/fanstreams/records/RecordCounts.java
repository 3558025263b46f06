package encore.kernel.fanstreams.records;

import encore.kernel.told.ToldValue;
import org.jspecify.annotations.Nullable;

/** The counts of a record that its network or the customer reports; null where none was reported. */
public record RecordCounts(
        @ToldValue @Nullable Long likeCount,
        @ToldValue @Nullable Long accessCounter) {

    public static final RecordCounts NONE = new RecordCounts(null, null);
}
