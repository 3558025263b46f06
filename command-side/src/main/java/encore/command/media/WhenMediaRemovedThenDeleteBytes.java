package encore.command.media;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.media.MediaCommand.DeleteMediaBytes;
import encore.kernel.media.MediaEvent.MediaRemoved;
import org.springframework.stereotype.Component;

/** Deletes the bytes of an asset after its removal is durable. */
@Component
class WhenMediaRemovedThenDeleteBytes implements Automation {

    @Override
    public Reactions reactions() {
        return Reactions.of(DeleteMediaBytes.class).on(MediaRemoved.class, this::removed);
    }

    private void removed(MediaRemoved event, RecordedEvent recordedEvent, ProcessContext process) {
        process.send(new DeleteMediaBytes(event.media()));
    }
}
