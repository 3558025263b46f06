package encore.command.media;

import encore.command.automations.FanErasureAutomation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.fans.FanId;
import encore.kernel.media.MediaCommand.RemoveMedia;
import encore.kernel.media.MediaEvent.MediaAdded;
import encore.kernel.media.MediaEvent.MediaRemoved;
import encore.kernel.media.MediaId;
import org.springframework.stereotype.Component;

/** Removes the media of an erased fan, including an asset that was added in the meantime. */
@Component
class WhenFanErasedThenRemoveMedia extends FanErasureAutomation<WhenFanErasedThenRemoveMedia.OfFan> {

    /** An asset of a fan, and the position of its addition. */
    record OfFan(MediaId media, long since) implements FanDocument {}

    WhenFanErasedThenRemoveMedia() {
        super(OfFan.class);
    }

    @Override
    public Reactions reactions() {
        return reactions(RemoveMedia.class).on(MediaAdded.class, this::added).on(MediaRemoved.class, this::removed);
    }

    @Override
    protected RemoveMedia command(OfFan document) {
        return new RemoveMedia(document.media());
    }

    private void added(MediaAdded event, RecordedEvent recordedEvent, ProcessContext process) {
        FanId fan = event.fan();
        if (fan != null) {
            process.put(key(fan, event.media().uid()), new OfFan(event.media(), recordedEvent.position()));
            if (isGone(fan, process)) {
                process.send(new RemoveMedia(event.media()));
            }
        }
    }

    private void removed(MediaRemoved event, RecordedEvent recordedEvent, ProcessContext process) {
        if (event.fan() != null) {
            process.remove(OfFan.class, key(event.fan(), event.media().uid()));
        }
    }
}
