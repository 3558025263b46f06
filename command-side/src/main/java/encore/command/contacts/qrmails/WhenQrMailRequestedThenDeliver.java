package encore.command.contacts.qrmails;

import encore.command.automations.Automation;
import encore.command.automations.Reactions;
import encore.kernel.Command;
import encore.kernel.qrmails.QrMailCommand.DeliverQrMail;
import encore.kernel.qrmails.QrMailEvent.QrMailRequested;
import org.springframework.stereotype.Component;

/**
 * Has requested mails sent. It is apart from the automation that requests them: while a mail server is away, thousands of
 * waiting commands hold up the events of their automation.
 */
@Component
class WhenQrMailRequestedThenDeliver implements Automation {

    @Override
    public Reactions reactions() {
        return Reactions.of(DeliverQrMail.class)
                .on(
                        QrMailRequested.class,
                        (event, recordedEvent, process) -> process.send(new DeliverQrMail(
                                event.fan(), event.fanPointUid(), recordedEvent.position(), recordedEvent.at())));
    }

    /** Returns a key of its own for each mail, so that no delivery waits for another one. */
    @Override
    public String orderKey(Command<?> command) {
        return command instanceof DeliverQrMail deliver
                ? command.stream() + "/" + deliver.fanPointUid()
                : command.stream().toString();
    }
}
