package encore.command.fanstreams;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.ProcessContext.KeyedDocument;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamDeleted;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.records.StreamRecordCommand.DeleteRecord;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordDeleted;
import encore.kernel.fanstreams.records.StreamRecordId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Deletes the records of a deleted stream, including one that was decided before the deletion and recorded after it. So the
 * keys of imported records are destroyed.
 */
@Component
class WhenStreamDeletedThenDeleteRecords implements Automation {

    /** Records for each step of long work. */
    private static final int BATCH = 100;

    /** A record of a stream, and the position of its first event; its key is the stream and the record. */
    record RecordOfStream(StreamRecordId record, long since) {}

    /** A deleted stream; its key is the stream. */
    record DeletedStream(long since) {}

    @Override
    public Reactions reactions() {
        return Reactions.of(DeleteRecord.class)
                .keeping(RecordOfStream.class, DeletedStream.class)
                .withoutPersonalData()
                .on(StreamRecordAdded.class, WhenStreamDeletedThenDeleteRecords::added)
                .on(StreamRecordDeleted.class, WhenStreamDeletedThenDeleteRecords::deleted)
                .on(FanStreamDeleted.class, WhenStreamDeletedThenDeleteRecords::streamDeleted);
    }

    private static void added(StreamRecordAdded event, RecordedEvent recordedEvent, ProcessContext process) {
        process.put(key(event.stream(), event.record()), new RecordOfStream(event.record(), recordedEvent.position()));
        if (process.get(DeletedStream.class, event.stream().toString()) != null) {
            process.send(new DeleteRecord(event.record()));
        }
    }

    private static void deleted(StreamRecordDeleted event, RecordedEvent recordedEvent, ProcessContext process) {
        process.remove(RecordOfStream.class, key(event.stream(), event.record()));
    }

    private static void streamDeleted(FanStreamDeleted event, RecordedEvent recordedEvent, ProcessContext process) {
        process.put(event.stream().toString(), new DeletedStream(recordedEvent.position()));
        process.beginLongWork(event.stream() + "/");
    }

    /** Handles one batch. The cursor is the prefix of the stream's keys at first, then the last key of each batch. */
    @Override
    public @Nullable String continueLongWork(String cursor, ProcessContext process) {
        String ofStream = cursor.substring(0, cursor.lastIndexOf('/') + 1);
        List<KeyedDocument<RecordOfStream>> batch = process.list(RecordOfStream.class, ofStream, cursor, BATCH);
        for (KeyedDocument<RecordOfStream> each : batch) {
            process.send(
                    each.document().since(), new DeleteRecord(each.document().record()));
        }
        return batch.size() < BATCH ? null : batch.getLast().key();
    }

    private static String key(FanStreamId stream, StreamRecordId record) {
        return stream + "/" + record.uid();
    }
}
