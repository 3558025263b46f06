package encore.command.media;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.ProcessContext.KeyedDocument;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.media.MediaCommand.RemoveMedia;
import encore.kernel.media.MediaEvent.MediaAdded;
import encore.kernel.media.MediaEvent.MediaRemoved;
import encore.kernel.media.MediaId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Removes the media of an erased fan, including an asset that was added in the meantime. A fan may have many: they are
 * removed a batch at a time.
 */
@Component
class WhenFanErasedThenRemoveMedia implements Automation {

    static final int BATCH = 100;

    /**
     * An asset of a fan.
     *
     * @param since the position of its addition: its ordinal among the commands of one event
     */
    record OfFan(MediaId media, long since) {}

    /** An erased fan. */
    record Gone(long since) {}

    @Override
    public Reactions reactions() {
        return Reactions.of(RemoveMedia.class)
                .keeping(OfFan.class, Gone.class)
                .on(MediaAdded.class, this::added)
                .on(MediaRemoved.class, this::removed)
                .on(FanErased.class, this::erased);
    }

    private void added(MediaAdded event, RecordedEvent recordedEvent, ProcessContext process) {
        FanId fan = event.fan();
        if (fan != null) {
            process.put(key(fan, event.media()), new OfFan(event.media(), recordedEvent.position()));
            if (process.get(Gone.class, fan.toString()) != null) {
                process.send(new RemoveMedia(event.media()));
            }
        }
    }

    private void removed(MediaRemoved event, RecordedEvent recordedEvent, ProcessContext process) {
        if (event.fan() != null) {
            process.remove(OfFan.class, key(event.fan(), event.media()));
        }
    }

    private void erased(FanErased event, RecordedEvent recordedEvent, ProcessContext process) {
        process.put(event.fan().toString(), new Gone(recordedEvent.position()));
        process.beginLongWork(keyPrefix(event.fan()));
    }

    /** Removes one batch. The cursor is the prefix of the fan's keys at first, then the last key of each batch. */
    @Override
    public @Nullable String continueLongWork(String cursor, ProcessContext process) {
        String ofFan = cursor.substring(0, cursor.lastIndexOf('/') + 1);
        List<KeyedDocument<OfFan>> batch = process.list(OfFan.class, ofFan, cursor, BATCH);
        for (KeyedDocument<OfFan> each : batch) {
            process.send(
                    each.document().since(), new RemoveMedia(each.document().media()));
        }
        return batch.size() < BATCH ? null : batch.getLast().key();
    }

    private static String key(FanId fan, MediaId media) {
        return keyPrefix(fan) + media.uid();
    }

    private static String keyPrefix(FanId fan) {
        return fan + "/";
    }
}
