package encore.command.people;

import encore.command.automations.Automation;
import encore.command.automations.Reactions;
import encore.kernel.people.PeopleCommand.AdmitPerson;
import encore.kernel.people.signin.PersonEvent.PersonPasswordSet;
import org.springframework.stereotype.Component;

/** Tells the account's people of a new password, if the node that set it stopped before it did. */
@Component
class WhenPersonSetsPasswordThenAdmit implements Automation {

    @Override
    public Reactions reactions() {
        return Reactions.of(AdmitPerson.class)
                .on(
                        PersonPasswordSet.class,
                        (event, recordedEvent, process) -> process.send(new AdmitPerson(
                                event.person().people(), event.person().uid(), event.number())));
    }
}
