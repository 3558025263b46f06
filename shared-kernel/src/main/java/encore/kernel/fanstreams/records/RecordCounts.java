package encore.kernel.fanstreams.records;

import encore.kernel.published.PublishedValue;
import org.jspecify.annotations.Nullable;

/** The counts of a record that its network or the customer reports; null where none was reported. */
public record RecordCounts(
        @PublishedValue @Nullable Long likeCount,
        @PublishedValue @Nullable Long accessCounter) {

    public static final RecordCounts NONE = new RecordCounts(null, null);
}
