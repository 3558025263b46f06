package encore.kernel.fanstreams.records;

import org.jspecify.annotations.Nullable;

/** The counts of a record that its network or the customer reports; null where none was reported. */
public record RecordCounts(
        @Nullable Long likeCount, @Nullable Long accessCounter) {

    public static final RecordCounts NONE = new RecordCounts(null, null);
}
