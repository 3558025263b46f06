package encore.command.people.signin;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.lookups.CountedTries;
import encore.command.people.PersonEmails;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.HandlesEndedStreams;
import encore.infra.eventstore.SubjectKeys;
import encore.kernel.Refusal;
import encore.kernel.people.PersonId;
import encore.kernel.people.PersonRef;
import encore.kernel.people.links.LinkMail;
import encore.kernel.people.links.LinkPurpose;
import encore.kernel.people.links.MadeLink;
import encore.kernel.people.signin.GivenCode;
import encore.kernel.people.signin.NewCodes;
import encore.kernel.people.signin.PasswordAnswer;
import encore.kernel.people.signin.PersonCommand.EndLinkMail;
import encore.kernel.people.signin.PersonCommand.EndPersonSession;
import encore.kernel.people.signin.PersonCommand.ErasePerson;
import encore.kernel.people.signin.PersonCommand.NamePerson;
import encore.kernel.people.signin.PersonCommand.ReadLinkMail;
import encore.kernel.people.signin.PersonCommand.ReadPerson;
import encore.kernel.people.signin.PersonCommand.RecordCodes;
import encore.kernel.people.signin.PersonCommand.RecordLink;
import encore.kernel.people.signin.PersonCommand.RecordPerson;
import encore.kernel.people.signin.PersonCommand.RemoveCodes;
import encore.kernel.people.signin.PersonCommand.SetPassword;
import encore.kernel.people.signin.PersonCommand.SignInAtConsole;
import encore.kernel.people.signin.PersonData;
import encore.kernel.people.signin.PersonEvent.PersonCodesRemoved;
import encore.kernel.people.signin.PersonEvent.PersonCodesSet;
import encore.kernel.people.signin.PersonEvent.PersonErased;
import encore.kernel.people.signin.PersonEvent.PersonLinkMade;
import encore.kernel.people.signin.PersonEvent.PersonLinkMailEnded;
import encore.kernel.people.signin.PersonEvent.PersonNamed;
import encore.kernel.people.signin.PersonEvent.PersonPasswordSet;
import encore.kernel.people.signin.PersonEvent.PersonRecorded;
import encore.kernel.people.signin.PersonEvent.PersonSessionEnded;
import encore.kernel.people.signin.PersonEvent.PersonSignInRefused;
import encore.kernel.people.signin.PersonEvent.PersonSignedIn;
import encore.kernel.people.signin.SignInAnswer;
import encore.kernel.people.signin.SignInAnswer.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventhandling.SequenceNumber;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A person who works for an account: email, name, password, codes of an app, and links that set a password. */
@Aggregate
class Person {

    static final Duration WINDOW = Duration.ofMinutes(15);
    static final Duration BETWEEN_LINKS = Duration.ofMinutes(5);
    private static final int MAX_REFUSALS = 10;
    private static final long NONE = -1;
    private static final GivenCode NO_CODE = new GivenCode(null, null);

    @AggregateIdentifier
    private @Nullable PersonId id;

    /** Null when the person's key is lost. */
    private @Nullable String email;

    private @Nullable String name;
    private long passwordSequence = NONE;
    private int password;

    /** The generation of the app's secret; 0 without an app. */
    private int codes;

    /** The generation of the last app, also of one that was removed: no secret comes back. */
    private int lastCodes;

    /** The step of time of the last code. No code of it or before is accepted. */
    private long lastStep = NONE;

    private List<String> recoveryHashes = new ArrayList<>();
    private int link;
    private @Nullable LinkPurpose linkPurpose;

    /** Null when no link is open. */
    private @Nullable Instant linkUntil;

    private boolean isLinkMailOpen;

    /** The ends of the times in which refused sign-ins count, oldest first. */
    private List<Instant> refusals = new ArrayList<>();

    private boolean isErased;

    Person() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PersonRef decide(RecordPerson command, Claims claims, SubjectKeys keys) {
        if (id == null) {
            keys.create(command.person());
            claims.take(PersonEmails.claim(command.person().account(), command.email()), command.person());
            apply(new PersonRecorded(command.person(), command.email(), command.name()));
        }
        return new PersonRef(command.person().uid());
    }

    @CommandHandler
    PersonRef decide(NamePerson command) {
        if (!command.name().equals(name)) {
            apply(new PersonNamed(command.person(), command.name()));
        }
        return new PersonRef(command.person().uid());
    }

    @CommandHandler
    MadeLink decide(RecordLink command, Instant now) {
        if (isNewEnough(command.purpose(), now)) {
            return new MadeLink(command.person().uid(), link, true);
        }
        Instant until = now.plus(command.purpose().lifetime());
        String address = command.place().address();
        apply(new PersonLinkMade(
                command.person(),
                link + 1,
                command.purpose(),
                address,
                command.place().senderName(),
                until));
        return new MadeLink(command.person().uid(), link, address != null);
    }

    /** Whether a link for a forgotten password was made just now: nobody fills a mailbox by asking again. */
    private boolean isNewEnough(LinkPurpose purpose, Instant now) {
        return purpose == LinkPurpose.FORGOTTEN
                && linkPurpose == purpose
                && linkUntil != null
                && now.isBefore(linkUntil.minus(purpose.lifetime()).plus(BETWEEN_LINKS));
    }

    @CommandHandler
    PersonData decide(ReadPerson command) {
        return new PersonData(
                email, name, passwordSequence, password, codes, lastCodes + 1, link, linkPurpose, linkUntil);
    }

    /** Decides here whether a right password counts: of many tries at the same time, ten wrong ones are decided first. */
    @CommandHandler
    SignInAnswer decide(SignInAtConsole command, Instant now) {
        Long wait = waitFor(now);
        if (wait != null) {
            return SignInAnswer.refused(wait);
        }
        if (!command.isRight() || password == 0 || command.password() != password) {
            return refuse(command.person(), now);
        }
        return codes == 0 ? signInWithoutApp(command, now) : signInWithApp(command, now);
    }

    private SignInAnswer signInWithoutApp(SignInAtConsole command, Instant now) {
        if (!command.needsCodes()) {
            return signIn(command.person(), NO_CODE);
        }
        NewCodes offered = command.newCodes();
        if (offered == null) {
            return SignInAnswer.of(Result.NEEDS_SETUP);
        }
        Long step = command.newStep();
        if (step == null || offered.generation() != lastCodes + 1) {
            return refuse(command.person(), now);
        }
        apply(new PersonCodesSet(command.person(), offered.generation(), step, offered.recoveryHashes()));
        return signIn(command.person(), new GivenCode(step, null));
    }

    private SignInAnswer signInWithApp(SignInAtConsole command, Instant now) {
        GivenCode code = command.code();
        if (code == null) {
            return SignInAnswer.of(Result.NEEDS_CODE);
        }
        if (!isRight(code)) {
            return refuse(command.person(), now);
        }
        return signIn(command.person(), used(code));
    }

    private SignInAnswer signIn(PersonId person, GivenCode used) {
        apply(new PersonSignedIn(person, used.step(), used.recoveryHash()));
        return SignInAnswer.of(Result.SIGNED_IN);
    }

    private SignInAnswer refuse(PersonId person, Instant now) {
        apply(new PersonSignInRefused(person, now.plus(WINDOW)));
        return SignInAnswer.refused(null);
    }

    private boolean isRight(GivenCode code) {
        return isOfApp(code) || code.recoveryHash() != null && recoveryHashes.contains(code.recoveryHash());
    }

    /** Returns the half of a right code that is used up: the step of the app, or the hash of a recovery code. */
    private GivenCode used(GivenCode code) {
        return isOfApp(code) ? new GivenCode(code.step(), null) : new GivenCode(null, code.recoveryHash());
    }

    private boolean isOfApp(GivenCode code) {
        return code.step() != null && code.step() > lastStep;
    }

    private @Nullable Long waitFor(Instant now) {
        return CountedTries.waitFor(refusals, MAX_REFUSALS, now);
    }

    @CommandHandler
    PasswordAnswer decide(SetPassword command, Instant now) {
        theLinkIsOpen(command.generation(), now);
        Long wait = waitFor(now);
        if (wait != null) {
            return new PasswordAnswer(PasswordAnswer.Result.CODE_REFUSED, wait, 0);
        }
        return codes == 0 ? setWithoutApp(command, now) : setWithApp(command, now);
    }

    private PasswordAnswer setWithoutApp(SetPassword command, Instant now) {
        NewCodes offered = command.newCodes();
        if (offered == null) {
            return command.needsCodes()
                    ? new PasswordAnswer(PasswordAnswer.Result.NEEDS_CODE, null, 0)
                    : setPassword(command, NO_CODE);
        }
        Long step = command.newStep();
        if (step == null || offered.generation() != lastCodes + 1) {
            return refuseCode(command.person(), now);
        }
        apply(new PersonCodesSet(command.person(), offered.generation(), step, offered.recoveryHashes()));
        return setPassword(command, NO_CODE);
    }

    private PasswordAnswer setWithApp(SetPassword command, Instant now) {
        GivenCode code = command.code();
        if (code == null) {
            return new PasswordAnswer(PasswordAnswer.Result.NEEDS_CODE, null, 0);
        }
        if (!isRight(code)) {
            return refuseCode(command.person(), now);
        }
        return setPassword(command, used(code));
    }

    private PasswordAnswer setPassword(SetPassword command, GivenCode used) {
        apply(new PersonPasswordSet(
                command.person(), password + 1, command.passwordHash(), used.step(), used.recoveryHash()));
        return new PasswordAnswer(PasswordAnswer.Result.SET, null, password);
    }

    private PasswordAnswer refuseCode(PersonId person, Instant now) {
        apply(new PersonSignInRefused(person, now.plus(WINDOW)));
        return new PasswordAnswer(PasswordAnswer.Result.CODE_REFUSED, null, 0);
    }

    private void theLinkIsOpen(int generation, Instant now) {
        if (!isOpen(generation, now)) {
            throw LinkHandler.unknownLink();
        }
    }

    private boolean isOpen(int generation, Instant now) {
        return generation == link && linkUntil != null && now.isBefore(linkUntil);
    }

    @CommandHandler
    PersonRef decide(RecordCodes command) {
        if (command.generation() != lastCodes + 1) {
            throw new Refusal(RULE, "setup-outdated", "generation", "This set-up is outdated: begin again.");
        }
        apply(new PersonCodesSet(command.person(), command.generation(), command.step(), command.recoveryHashes()));
        return new PersonRef(command.person().uid());
    }

    @CommandHandler
    PersonRef decide(RemoveCodes command) {
        if (codes > 0) {
            apply(new PersonCodesRemoved(command.person()));
        }
        return new PersonRef(command.person().uid());
    }

    @CommandHandler
    PersonRef decide(EndPersonSession command) {
        apply(new PersonSessionEnded(command.person(), command.session(), command.until()));
        return new PersonRef(command.person().uid());
    }

    @CommandHandler
    LinkMail decide(ReadLinkMail command, Instant now) {
        return new LinkMail(isMailOpen(command.generation(), now));
    }

    @CommandHandler
    LinkMail decide(EndLinkMail command) {
        if (isLinkMailOpen && command.generation() == link) {
            apply(new PersonLinkMailEnded(command.person(), command.generation(), command.outcome()));
        }
        return new LinkMail(false);
    }

    private boolean isMailOpen(int generation, Instant now) {
        return isLinkMailOpen && isOpen(generation, now);
    }

    /** Erases the person. The claim is released while the email is known. */
    @CommandHandler
    @HandlesEndedStreams
    PersonRef decide(ErasePerson command, Claims claims) {
        if (!isErased) {
            if (email != null) {
                claims.release(PersonEmails.claim(command.person().account(), email), command.person());
            }
            apply(new PersonErased(command.person()));
        }
        return new PersonRef(command.person().uid());
    }

    @EventSourcingHandler
    void evolve(PersonRecorded event) {
        id = event.person();
        email = event.email();
        name = event.name();
    }

    @EventSourcingHandler
    void evolve(PersonNamed event) {
        name = event.name();
    }

    @EventSourcingHandler
    void evolve(PersonLinkMade event) {
        link = event.generation();
        linkPurpose = event.purpose();
        linkUntil = event.until();
        isLinkMailOpen = event.address() != null;
    }

    @EventSourcingHandler
    void evolve(PersonLinkMailEnded event) {
        isLinkMailOpen = false;
    }

    @EventSourcingHandler
    void evolve(PersonPasswordSet event, @SequenceNumber long sequence) {
        password = event.number();
        passwordSequence = sequence;
        linkUntil = null;
        isLinkMailOpen = false;
        use(event.step(), event.recoveryHash());
    }

    @EventSourcingHandler
    void evolve(PersonCodesSet event) {
        codes = event.generation();
        lastCodes = event.generation();
        lastStep = event.step();
        recoveryHashes = new ArrayList<>(event.recoveryHashes());
    }

    @EventSourcingHandler
    void evolve(PersonCodesRemoved event) {
        codes = 0;
        recoveryHashes.clear();
    }

    @EventSourcingHandler
    void evolve(PersonSignedIn event) {
        use(event.step(), event.recoveryHash());
        refusals.clear();
    }

    private void use(@Nullable Long step, @Nullable String recoveryHash) {
        if (step != null) {
            lastStep = step;
        }
        recoveryHashes.removeIf(hash -> Objects.equals(hash, recoveryHash));
    }

    @EventSourcingHandler
    void evolve(PersonSignInRefused event) {
        refusals.removeIf(until -> !until.isAfter(event.countedUntil().minus(WINDOW)));
        refusals.add(event.countedUntil());
    }

    @EventSourcingHandler
    void evolve(PersonErased event) {
        isErased = true;
        email = null;
        name = null;
        linkUntil = null;
        recoveryHashes.clear();
        refusals.clear();
    }
}
