package encore.kernel.fanstreams.pages;

import encore.kernel.Query;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fanstreams.records.RecordFlags;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.paging.Paging.TimeKeys;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about the records of a stream. An unknown stream is refused as unknown. */
public sealed interface StreamRecordQuery<R> extends Query<R> {

    /**
     * The approved records that are kept, by the time of their approval: newest first, or oldest first after a key.
     *
     * @param withSecret whether a stream that is not public is found too
     */
    record FindStreamRecords(
            long account, String streamKey, boolean withSecret, RecordSelection selection, TimeKeys paging)
            implements StreamRecordQuery<Page<StreamRecord>> {
        @Override
        public boolean byTime() {
            return true;
        }
    }

    /**
     * The same without the names of fans.
     *
     * @param limit the number of approved records that are kept
     * @param names the names of the fans, in which words are looked for
     */
    record FindShownRecords(
            long account, String streamKey, int limit, RecordSelection selection, DisplayNames names, TimeKeys paging)
            implements StreamRecordQuery<Page<ShownRecord>> {
        @Override
        public boolean byTime() {
            return true;
        }
    }

    /** The fans with approved records in the stream, each once. */
    record FindRecordAuthors(long account, String streamKey) implements StreamRecordQuery<List<Long>> {}

    /** The numbers of a stream. */
    record FindStreamSummary(long account, String streamKey, boolean withSecret, SummarySelection selection)
            implements StreamRecordQuery<StreamSummary> {}

    /**
     * The same of the records alone.
     *
     * @param limit the number of approved records that are kept
     */
    record SummarizeRecords(long account, String streamKey, int limit, SummarySelection selection)
            implements StreamRecordQuery<StreamSummary> {}

    /** The numbers of each day from the first to the last one, also of a stream that was deleted. */
    record FindStreamDays(long account, String streamKey, LocalDate first, LocalDate last)
            implements StreamRecordQuery<List<StreamDay>> {}

    /**
     * Selects the records of a stream for its moderators.
     *
     * @param flags the flags that a record must have; null for any
     * @param state null for any
     * @param isNewestFirst whether the latest arrival comes first
     */
    record ManagedSelection(RecordFlags flags, @Nullable ModerationState state, boolean isNewestFirst) {}

    /** All records, approved or not, in the order of arrival. */
    record FindManagedRecords(long account, String streamKey, ManagedSelection selection, NextKey paging)
            implements StreamRecordQuery<Page<ManagedRecord>> {}

    /** The same without the names of fans and moderators. */
    record FindManagedRecordsAlone(long account, String streamKey, ManagedSelection selection, NextKey paging)
            implements StreamRecordQuery<Page<ShownRecord.Managed>> {}

    /** The address of a record's picture; null for none. An unknown record is refused as unknown. */
    record FindRecordPicture(long account, String streamKey, long feedRecordId)
            implements StreamRecordQuery<RecordPicture> {}

    /** @param imageUrl null when the record has no picture */
    record RecordPicture(@Nullable String imageUrl) {}

    /** All streams, also those that are not public, with the numbers of their records. */
    record FindModeratedStreams(long account, NextKey paging) implements StreamRecordQuery<Page<ModeratedStream>> {}

    /** The numbers of the records of such streams, in their order and without their names. */
    record CountModeration(long account, List<String> streamKeys) implements StreamRecordQuery<List<ModeratedStream>> {
        public CountModeration {
            streamKeys = List.copyOf(streamKeys);
        }
    }

    /**
     * The ids of the records of one author.
     *
     * @param network the network of the author's id; {@code portal} for a fan_id
     */
    record FindRecordsOfAuthor(long account, String streamKey, String network, String authorId)
            implements StreamRecordQuery<List<Long>> {}

    /** The records of a fan in all streams, oldest first. */
    record FindRecordsOfFan(long account, long fanId) implements StreamRecordQuery<List<StreamRecord>> {}

    /** The numbers of records that are neither approved nor reviewed, of each stream that has any. */
    record CountWaitingRecords(long account) implements StreamRecordQuery<List<CountWaitingRecords.WaitingRecords>> {

        /** The records of one stream. */
        public record WaitingRecords(String streamKey, long count) {}
    }
}
