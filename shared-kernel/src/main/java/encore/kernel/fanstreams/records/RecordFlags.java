package encore.kernel.fanstreams.records;

import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The flags of a record; null means false, or unchanged in a change.
 *
 * @param isPermanent whether the record is shown however many newer ones there are
 */
@RecordBuilder
public record RecordFlags(
        @PublishedValue @Nullable Boolean isApproved,
        @PublishedValue @Nullable Boolean isGranted,
        @PublishedValue @Nullable Boolean isReviewed,
        @PublishedValue @Nullable Boolean isReported,
        @PublishedValue @Nullable Boolean isPermanent) {

    public static final RecordFlags NONE = RecordFlagsBuilder.builder().build();

    /** Returns the flags of a record that has just arrived. */
    public static RecordFlags ofArrival(boolean isApproved) {
        return RecordFlagsBuilder.builder().isApproved(isApproved).build();
    }

    /** Returns whether every flag that is asked for has the value of this record. */
    public boolean match(RecordFlags asked) {
        return agree(asked.isApproved, isApproved)
                && agree(asked.isGranted, isGranted)
                && agree(asked.isReviewed, isReviewed)
                && agree(asked.isReported, isReported)
                && agree(asked.isPermanent, isPermanent);
    }

    private static boolean agree(@Nullable Boolean asked, @Nullable Boolean flag) {
        return asked == null || asked == Boolean.TRUE.equals(flag);
    }
}
