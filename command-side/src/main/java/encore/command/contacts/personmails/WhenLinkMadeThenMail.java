package encore.command.contacts.personmails;

import encore.command.automations.Automation;
import encore.command.automations.Reactions;
import encore.kernel.Command;
import encore.kernel.people.signin.PersonCommand.DeliverLinkMail;
import encore.kernel.people.signin.PersonEvent.PersonLinkMade;
import org.springframework.stereotype.Component;

/** Has links mailed to the people for whom they were made. */
@Component
class WhenLinkMadeThenMail implements Automation {

    @Override
    public Reactions reactions() {
        return Reactions.of(DeliverLinkMail.class).on(PersonLinkMade.class, (event, recordedEvent, process) -> {
            if (event.address() != null) {
                process.send(new DeliverLinkMail(
                        event.person(), event.generation(), recordedEvent.position(), recordedEvent.at()));
            }
        });
    }

    /** Returns a key of its own for each mail, so that no delivery waits for another one. */
    @Override
    public String orderKey(Command<?> command) {
        return command instanceof DeliverLinkMail deliver
                ? command.stream() + "/" + deliver.generation()
                : command.stream().toString();
    }
}
