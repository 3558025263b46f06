package encore.command.people;

import encore.command.automations.Automation;
import encore.command.automations.Reactions;
import encore.kernel.people.PeopleEvent.PersonRemoved;
import encore.kernel.people.signin.PersonCommand.ErasePerson;
import org.springframework.stereotype.Component;

/** Erases the data of a person who belongs to the account no more. */
@Component
class WhenPersonRemovedThenErase implements Automation {

    @Override
    public Reactions reactions() {
        return Reactions.of(ErasePerson.class)
                .on(
                        PersonRemoved.class,
                        (event, recordedEvent, process) -> process.send(new ErasePerson(event.person())));
    }
}
