package encore.command.people.signin;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.people.NewSecret;
import encore.kernel.people.PeopleCommand.AdmitPerson;
import encore.kernel.people.PeopleCommand.ReadStanding;
import encore.kernel.people.PersonId;
import encore.kernel.people.PersonRef;
import encore.kernel.people.PersonStanding;
import encore.kernel.people.links.LinkPage;
import encore.kernel.people.links.LinkPurpose;
import encore.kernel.people.links.LinkToken;
import encore.kernel.people.links.PersonLink;
import encore.kernel.people.signin.PasswordAnswer;
import encore.kernel.people.signin.PersonCommand.ReadLinkPage;
import encore.kernel.people.signin.PersonCommand.ReadLinkToken;
import encore.kernel.people.signin.PersonCommand.ReadNewSecret;
import encore.kernel.people.signin.PersonCommand.ReadPerson;
import encore.kernel.people.signin.PersonCommand.RecordCodes;
import encore.kernel.people.signin.PersonCommand.SetPassword;
import encore.kernel.people.signin.PersonCommand.SetPasswordByLink;
import encore.kernel.people.signin.PersonCommand.SetUpCodes;
import encore.kernel.people.signin.PersonData;
import java.time.Instant;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Lets people set passwords by links, and set up apps. */
@Component
class LinkHandler {

    private final AppCodes appCodes;

    LinkHandler(AppCodes appCodes) {
        this.appCodes = appCodes;
    }

    /** Returns the refusal of a link that is forged, used, too old or replaced. */
    static Refusal unknownLink() {
        return new Refusal(
                Refusal.Kind.RULE, "link-unknown", "link", "This link is not valid any more: ask for a new one.");
    }

    @CommandHandler
    LinkPage decide(ReadLinkPage command, Streams streams, Dispatch dispatch, Instant now) {
        PersonLink link = command.link();
        PersonStanding standing = standing(link, streams, dispatch);
        PersonData data = dispatch.send(new ReadPerson(link.person()));
        if (!data.isOpen(link.generation(), now) || data.email() == null || data.name() == null) {
            throw unknownLink();
        }
        boolean hasCodes = data.codesGeneration() > 0;
        return new LinkPage(
                data.email(),
                data.name(),
                standing.role(),
                data.linkPurpose() == LinkPurpose.INVITATION,
                hasCodes,
                standing.role().needsSecondFactor(),
                hasCodes ? null : appCodes.next(link.person(), data));
    }

    @CommandHandler
    PasswordAnswer decide(SetPasswordByLink command, Streams streams, Dispatch dispatch, Instant now) {
        PersonId person = command.person();
        PersonStanding standing = standing(command.link(), streams, dispatch);
        PersonData data = dispatch.send(new ReadPerson(person));
        PasswordAnswer answer = dispatch.send(new SetPassword(
                person,
                command.link().generation(),
                command.passwordHash(),
                appCodes.given(command.code(), person, data, now),
                standing.role().needsSecondFactor(),
                appCodes.stepOf(command.newCodes(), person, now),
                command.newCodes()));
        if (answer.result() != PasswordAnswer.Result.SET) {
            return answer;
        }
        PersonStanding admitted = dispatch.send(new AdmitPerson(person.people(), person.uid(), answer.number()));
        return new PasswordAnswer(answer.result(), null, answer.number(), admitted);
    }

    private PersonStanding standing(PersonLink link, Streams streams, Dispatch dispatch) {
        PersonId person = link.person();
        if (!appCodes.secrets().isToken(link.token(), person, link.generation())
                || !streams.isOpen(person)
                || !streams.isOpen(person.people())) {
            throw unknownLink();
        }
        PersonStanding standing = dispatch.send(new ReadStanding(person.people(), person.uid()));
        if (standing.isDisabled()) {
            throw unknownLink();
        }
        return standing;
    }

    @CommandHandler
    LinkToken decide(ReadLinkToken command) {
        return new LinkToken(appCodes.secrets().token(command.person(), command.generation()));
    }

    @CommandHandler
    NewSecret decide(ReadNewSecret command, Dispatch dispatch) {
        return appCodes.next(command.person(), dispatch.send(new ReadPerson(command.person())));
    }

    @CommandHandler
    PersonRef decide(SetUpCodes command, Dispatch dispatch, Instant now) {
        Long step = appCodes.stepOf(command.codes(), command.person(), now);
        if (step == null) {
            throw new Refusal(Refusal.Kind.RULE, "code-wrong", "code", "This is not the code that the app shows now.");
        }
        return dispatch.sendLast(new RecordCodes(
                command.person(),
                command.codes().generation(),
                step,
                command.codes().recoveryHashes()));
    }
}
