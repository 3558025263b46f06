package encore.command.contacts.portalmails;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Command;
import encore.kernel.portals.PortalEvent;
import encore.kernel.portals.PortalEvent.TemplateAdded;
import encore.kernel.portals.PortalMailCommand.DeliverTemplateMail;
import org.springframework.stereotype.Component;

/** Has a mail of a new template sent to each address that its portal notifies. */
@Component
class WhenTemplateAddedThenMail implements Automation {

    @Override
    public Reactions reactions() {
        return Reactions.of(DeliverTemplateMail.class).on(TemplateAdded.class, WhenTemplateAddedThenMail::mail);
    }

    private static void mail(TemplateAdded event, RecordedEvent recordedEvent, ProcessContext process) {
        int recipients = PortalEvent.emails(event.notificationEmails()).size();
        for (int recipient = 0; recipient < recipients; recipient++) {
            process.send(new DeliverTemplateMail(
                    event.portal(), event.templateUid(), recipient, recordedEvent.position(), recordedEvent.at()));
        }
    }

    /** Returns a key of its own for each mail, so that no delivery waits for another one. */
    @Override
    public String orderKey(Command<?> command) {
        return command instanceof DeliverTemplateMail deliver
                ? command.stream() + "/" + deliver.templateUid() + "/" + deliver.recipient()
                : command.stream().toString();
    }
}
