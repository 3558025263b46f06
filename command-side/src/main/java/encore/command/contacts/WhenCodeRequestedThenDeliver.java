package encore.command.contacts;

import encore.command.automations.Automation;
import encore.command.automations.Reactions;
import encore.kernel.Command;
import encore.kernel.contacts.ContactCommand.DeliverCode;
import encore.kernel.contacts.ContactEvent.CodeRequested;
import org.springframework.stereotype.Component;

/**
 * Has the code of each request sent. Its command names the position of the request, and nothing personal. Each request
 * has an order key of its own, so that no delivery waits for another one.
 */
@Component
class WhenCodeRequestedThenDeliver implements Automation {

    @Override
    public Reactions reactions() {
        return Reactions.of(DeliverCode.class)
                .on(
                        CodeRequested.class,
                        (event, recordedEvent, process) -> process.send(new DeliverCode(
                                event.contact(), event.requestUid(), recordedEvent.position(), recordedEvent.at())));
    }

    @Override
    public String orderKey(Command<?> command) {
        return command instanceof DeliverCode deliver
                ? command.stream() + "/" + deliver.requestUid()
                : Automation.super.orderKey(command);
    }
}
