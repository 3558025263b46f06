package encore.command.people;

import encore.command.automations.Automation;
import encore.command.automations.Reactions;
import encore.kernel.people.PeopleCommand.ForgetPerson;
import encore.kernel.people.signin.PersonEvent.PersonErased;
import org.springframework.stereotype.Component;

/** Takes a person off the account's people whose data was erased again after a restore. */
@Component
class WhenPersonErasedThenForget implements Automation {

    @Override
    public Reactions reactions() {
        return Reactions.of(ForgetPerson.class)
                .on(
                        PersonErased.class,
                        (event, recordedEvent, process) -> process.send(new ForgetPerson(
                                event.person().people(), event.person().uid())));
    }
}
