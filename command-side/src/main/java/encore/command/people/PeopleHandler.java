package encore.command.people;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.people.PeopleCommand.AddPerson;
import encore.kernel.people.PeopleCommand.ChangeStanding;
import encore.kernel.people.PeopleCommand.ReadStanding;
import encore.kernel.people.PersonId;
import encore.kernel.people.PersonRef;
import encore.kernel.people.links.LinkPurpose;
import encore.kernel.people.links.MadeLink;
import encore.kernel.people.signin.PersonCommand.ChangePerson;
import encore.kernel.people.signin.PersonCommand.InviteAgain;
import encore.kernel.people.signin.PersonCommand.InvitePerson;
import encore.kernel.people.signin.PersonCommand.MakeLink;
import encore.kernel.people.signin.PersonCommand.NamePerson;
import encore.kernel.people.signin.PersonCommand.RecordPerson;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Decides on what concerns both a person's data and the account's people. A person is recorded before the people name it, so
 * an invitation that breaks off leaves nobody without an email; the next one with this email goes on with what it left.
 */
@Component
class PeopleHandler {

    @CommandHandler
    MadeLink decide(InvitePerson command, Claims claims, Streams streams, Dispatch dispatch) {
        long account = command.person().account();
        PersonId known = PersonEmails.ownerOf(account, command.email(), claims, streams);
        PersonRef recorded = dispatch.send(
                new RecordPerson(known == null ? command.person() : known, command.email(), command.name()));
        PersonId person = new PersonId(account, recorded.personUid());
        dispatch.send(new AddPerson(person.people(), person.uid(), command.role()));
        dispatch.send(new NamePerson(person, command.name()));
        return dispatch.sendLast(new MakeLink(person, LinkPurpose.INVITATION, command.place()));
    }

    @CommandHandler
    MadeLink decide(InviteAgain command, Dispatch dispatch) {
        PersonId person = command.person();
        if (dispatch.send(new ReadStanding(person.people(), person.uid())).isAccepted()) {
            throw new Refusal(
                    Refusal.Kind.RULE,
                    "already-accepted",
                    "person_uid",
                    "This person has accepted the invitation already.");
        }
        return dispatch.sendLast(new MakeLink(person, LinkPurpose.INVITATION, command.place()));
    }

    @CommandHandler
    PersonRef decide(ChangePerson command, Dispatch dispatch) {
        PersonId person = command.person();
        dispatch.send(new ReadStanding(person.people(), person.uid()));
        PersonRef changed = new PersonRef(person.uid());
        if (command.role() != null || command.isDisabled() != null) {
            dispatch.send(new ChangeStanding(person.people(), person.uid(), command.role(), command.isDisabled()));
        } else {
            dispatch.skipStep();
        }
        return command.name() == null ? changed : dispatch.send(new NamePerson(person, command.name()));
    }
}
