package encore.kernel.fanstreams.records;

import encore.kernel.Command;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.authors.DeletedAuthorId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands of records. */
public sealed interface StreamRecordCommand<R> extends Command<R> {

    /** A command of one record. */
    sealed interface OneRecord<R> extends StreamRecordCommand<R> {

        StreamRecordId record();

        @Override
        default StreamId stream() {
            return record();
        }
    }

    /**
     * Records what a fan sends (spec 3, 4: POST /v1/streams/&lt;stream_key&gt;/records). The fan of the email is found or
     * registered.
     *
     * @param author the fan by its contacts
     * @param withSecret whether the call brought the secret and is the customer's
     */
    record PostRecord(
            StreamRecordId record,
            FanStreamId fanStream,
            PostAuthor author,
            RecordContent content,
            List<String> labels,
            boolean withSecret)
            implements OneRecord<PostedRecord> {}

    /**
     * The author of a record that is sent.
     *
     * @param newFan the id for a new fan, generated before the command
     * @param newTag the id for a new tag, generated before the command
     * @param fanId the fan that the call names; null for none
     */
    record PostAuthor(
            FanId newFan,
            long newTag,
            String email,
            @Nullable String name,
            @Nullable Long fanId) {}

    /** A step: records a fan's own record. */
    record AddPost(
            StreamRecordId record,
            FanStreamId fanStream,
            FanId fan,
            RecordContent content,
            List<String> labels,
            boolean isApproved)
            implements OneRecord<PostedRecord>, Command.NewStream {}

    /** Imports records. Each is honoured once for its network and key. */
    record ImportRecords(FanStreamId stream, List<ImportedRecord> records)
            implements StreamRecordCommand<ImportedRecords>, Command.Bulk {
        public ImportRecords {
            records = List.copyOf(records);
        }
    }

    /** A step: imports one of these records. */
    record ImportRecord(ImportedRecord row, FanStreamId fanStream, boolean isApproved)
            implements OneRecord<ImportOutcome> {
        @Override
        public StreamRecordId record() {
            return row.record();
        }
    }

    /** A step: imports a record whose key is new. */
    record AddImport(
            ImportedRecord row,
            FanStreamId fanStream,
            @Nullable FanId fan,
            boolean isApproved) implements OneRecord<ImportOutcome> {
        @Override
        public StreamRecordId record() {
            return row.record();
        }
    }

    /**
     * A step: imports a record whose key is known. It changes texts and counts.
     *
     * @param fan the author if it is a fan by now; a record that has a fan keeps it
     */
    record RepeatImport(StreamRecordId record, @Nullable FanId fan, ImportedRecord row, long feedRecordId)
            implements OneRecord<ImportOutcome> {}

    /**
     * A step: links an imported record to the fan whose identifier the author's key is by now.
     *
     * @param position the position of the last event of the record with the author's key
     */
    record FindRecordAuthor(StreamRecordId record, long position) implements OneRecord<ModeratedRecords> {}

    /** Changes the flags of records. */
    record FlagRecords(FanStreamId stream, List<Long> feedRecordIds, RecordFlags flags)
            implements StreamRecordCommand<ModeratedRecords>, Command.Bulk {
        public FlagRecords {
            feedRecordIds = List.copyOf(feedRecordIds);
        }
    }

    /** A step: changes the flags of a record. */
    record FlagRecord(StreamRecordId record, RecordFlags flags) implements OneRecord<ModeratedRecords> {}

    /** Replaces the labels of records. */
    record LabelRecords(FanStreamId stream, List<Long> feedRecordIds, List<String> labels)
            implements StreamRecordCommand<ModeratedRecords>, Command.Bulk {
        public LabelRecords {
            feedRecordIds = List.copyOf(feedRecordIds);
        }
    }

    /** A step: replaces the labels of a record. */
    record LabelRecord(StreamRecordId record, List<String> labels) implements OneRecord<ModeratedRecords> {}

    /** Sets the counts of records; a count that is null stays. */
    record CountRecords(FanStreamId stream, List<Long> feedRecordIds, List<RecordCounts> counts)
            implements StreamRecordCommand<ModeratedRecords>, Command.Bulk {
        public CountRecords {
            feedRecordIds = List.copyOf(feedRecordIds);
            counts = List.copyOf(counts);
        }
    }

    /** A step: sets the counts of a record; a count that is null stays. */
    record CountRecord(StreamRecordId record, RecordCounts counts) implements OneRecord<ModeratedRecords> {}

    /** Deletes records for ever. */
    record DeleteRecords(FanStreamId stream, List<Long> feedRecordIds)
            implements StreamRecordCommand<ModeratedRecords>, Command.Bulk {
        public DeleteRecords {
            feedRecordIds = List.copyOf(feedRecordIds);
        }
    }

    /** A step: deletes a record for ever. */
    record DeleteRecord(StreamRecordId record) implements OneRecord<ModeratedRecords> {}

    /**
     * Deletes the records of an author, and takes no more of them.
     *
     * @param author the id for the claim on the author, generated before the command
     */
    record DeleteAuthor(
            FanStreamId stream, DeletedAuthorId author, String network, String authorId, List<Long> feedRecordIds)
            implements StreamRecordCommand<ModeratedRecords>, Command.Bulk {
        public DeleteAuthor {
            feedRecordIds = List.copyOf(feedRecordIds);
        }
    }

    /** A step: takes no more records of an author. */
    record RefuseAuthor(DeletedAuthorId author, FanStreamId fanStream, String network, String authorId)
            implements StreamRecordCommand<ModeratedRecords> {
        @Override
        public DeletedAuthorId stream() {
            return author;
        }
    }

    /** A step: destroys the key of the author's id, of which only the claim is left. */
    record ForgetAuthor(DeletedAuthorId author) implements StreamRecordCommand<ModeratedRecords> {
        @Override
        public DeletedAuthorId stream() {
            return author;
        }
    }
}
