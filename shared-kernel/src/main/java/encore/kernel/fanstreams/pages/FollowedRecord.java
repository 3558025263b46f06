package encore.kernel.fanstreams.pages;

import org.jspecify.annotations.Nullable;

/**
 * The part of a record's event that followers of its stream see. Every component is null for other events.
 *
 * @param feedRecordId null for the record's first event, whose position it is
 * @param recordApproved whether the record is shown from now on; null when that does not change
 */
public record FollowedRecord(
        @Nullable String streamKey,
        @Nullable Long feedRecordId,
        @Nullable Boolean recordApproved) {}
