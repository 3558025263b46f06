package encore.command.people.signin;

import encore.command.people.PersonEmails;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.people.PeopleCommand.ReadStanding;
import encore.kernel.people.PersonId;
import encore.kernel.people.PersonStanding;
import encore.kernel.people.links.AskedLink;
import encore.kernel.people.links.LinkPurpose;
import encore.kernel.people.signin.PersonCommand.AskForLink;
import encore.kernel.people.signin.PersonCommand.FindPersonPassword;
import encore.kernel.people.signin.PersonCommand.MakeLink;
import encore.kernel.people.signin.PersonCommand.ReadPerson;
import encore.kernel.people.signin.PersonCommand.SignInAtConsole;
import encore.kernel.people.signin.PersonCommand.SignInPerson;
import encore.kernel.people.signin.PersonData;
import encore.kernel.people.signin.PersonEvent.PersonPasswordSet;
import encore.kernel.people.signin.SignInAnswer;
import encore.kernel.people.signin.SignInAnswer.Result;
import encore.kernel.people.signin.StoredPersonPassword;
import encore.kernel.people.signin.StrangersCommand.RefuseStranger;
import encore.kernel.people.signin.StrangersId;
import java.time.Instant;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Signs people in. An email of nobody gets the same answer, after the same work, as one with a wrong password. */
@Component
class SignInHandler {

    private static final AskedLink NOTED = new AskedLink(true);

    private final AppCodes appCodes;

    SignInHandler(AppCodes appCodes) {
        this.appCodes = appCodes;
    }

    @CommandHandler
    StoredPersonPassword decide(
            FindPersonPassword command, Claims claims, Streams streams, Facts facts, Dispatch dispatch) {
        PersonId person = PersonEmails.ownerOf(command.lookup().account(), command.email(), claims, streams);
        if (person == null) {
            return StoredPersonPassword.OF_NOBODY;
        }
        PersonData data = dispatch.send(new ReadPerson(person));
        PersonPasswordSet set = data.password() == 0
                ? null
                : facts.eventAt(streams.position(person, data.passwordSequence()), PersonPasswordSet.class);
        return new StoredPersonPassword(person.uid(), set == null ? null : set.passwordHash(), data.password());
    }

    @CommandHandler
    SignInAnswer decide(SignInPerson command, Streams streams, Dispatch dispatch, Instant now) {
        PersonId person = command.personUid() == null
                ? null
                : new PersonId(command.lookup().account(), command.personUid());
        PersonStanding standing = person == null ? null : standing(person, streams, dispatch);
        if (person == null || standing == null) {
            return refuseStranger(command.lookup().account(), dispatch);
        }
        PersonData data = dispatch.send(new ReadPerson(person));
        SignInAnswer answer = dispatch.send(new SignInAtConsole(
                person,
                command.isRight() && standing.mayEnter(),
                command.password(),
                appCodes.given(command.code(), person, data, now),
                standing.role().needsSecondFactor(),
                appCodes.stepOf(command.newCodes(), person, now),
                command.newCodes()));
        return new SignInAnswer(
                answer.result(),
                answer.waitSeconds(),
                answer.result() == Result.SIGNED_IN ? standing : null,
                answer.result() == Result.NEEDS_SETUP ? appCodes.next(person, data) : null);
    }

    @CommandHandler
    AskedLink decide(AskForLink command, Claims claims, Streams streams, Dispatch dispatch) {
        long account = command.lookup().account();
        PersonId person = PersonEmails.ownerOf(account, command.email(), claims, streams);
        PersonStanding standing = person == null ? null : standing(person, streams, dispatch);
        if (person == null || standing == null || !standing.mayEnter()) {
            refuseStranger(account, dispatch);
        } else {
            dispatch.send(new MakeLink(person, LinkPurpose.FORGOTTEN, command.place()));
        }
        return NOTED;
    }

    private static SignInAnswer refuseStranger(long account, Dispatch dispatch) {
        dispatch.send(new RefuseStranger(new StrangersId(account)));
        return SignInAnswer.refused(null);
    }

    /** Returns how a person stands; null for one who is removed. */
    private static @Nullable PersonStanding standing(PersonId person, Streams streams, Dispatch dispatch) {
        if (!streams.isOpen(person) || !streams.isOpen(person.people())) {
            return null;
        }
        try {
            return dispatch.send(new ReadStanding(person.people(), person.uid()));
        } catch (Refusal refusal) {
            if (refusal.kind() == Refusal.Kind.UNKNOWN) {
                return null;
            }
            throw refusal;
        }
    }
}
