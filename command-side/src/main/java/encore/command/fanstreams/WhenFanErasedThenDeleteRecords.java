package encore.command.fanstreams;

import encore.command.automations.FanErasureAutomation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.records.StreamRecordCommand.DeleteRecord;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAuthorFound;
import encore.kernel.fanstreams.records.StreamRecordId;
import org.springframework.stereotype.Component;

/**
 * Deletes the records of an erased fan, including one that another node has added in the meantime. An imported record has a
 * key of its own if its author was found later: that key is destroyed with the record.
 */
@Component
class WhenFanErasedThenDeleteRecords extends FanErasureAutomation<WhenFanErasedThenDeleteRecords.Authored> {

    /** A record of a fan, and the position of the event that says so. */
    record Authored(StreamRecordId record, long since) implements FanDocument {}

    WhenFanErasedThenDeleteRecords() {
        super(Authored.class);
    }

    @Override
    public Reactions reactions() {
        return reactions(DeleteRecord.class)
                .on(StreamRecordAdded.class, this::added)
                .on(StreamRecordAuthorFound.class, this::found);
    }

    @Override
    protected DeleteRecord command(Authored document) {
        return new DeleteRecord(document.record());
    }

    private void added(StreamRecordAdded event, RecordedEvent recordedEvent, ProcessContext process) {
        FanId fan = event.fan();
        if (fan != null) {
            keep(fan, event.record(), recordedEvent, process);
        }
    }

    private void found(StreamRecordAuthorFound event, RecordedEvent recordedEvent, ProcessContext process) {
        keep(event.fan(), event.record(), recordedEvent, process);
    }

    private static void keep(FanId fan, StreamRecordId record, RecordedEvent recordedEvent, ProcessContext process) {
        process.put(key(fan, record.uid()), new Authored(record, recordedEvent.position()));
        if (isGone(fan, process)) {
            process.send(new DeleteRecord(record));
        }
    }
}
