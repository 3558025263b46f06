package encore.command.contacts;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.FanContactClaims;
import encore.command.lookups.CountedTries;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.HandlesEndedStreams;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.SubjectKeys;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.contacts.ContactAddress;
import encore.kernel.contacts.ContactCommand.CountLookUp;
import encore.kernel.contacts.ContactCommand.CountPasswordTry;
import encore.kernel.contacts.ContactCommand.EndCodeDelivery;
import encore.kernel.contacts.ContactCommand.ForgetContact;
import encore.kernel.contacts.ContactCommand.ForgetUnusedContact;
import encore.kernel.contacts.ContactCommand.IssueVerification;
import encore.kernel.contacts.ContactCommand.NoteRegistration;
import encore.kernel.contacts.ContactCommand.OpenCodeRequest;
import encore.kernel.contacts.ContactCommand.ReadContact;
import encore.kernel.contacts.ContactCommand.ReadDelivery;
import encore.kernel.contacts.ContactCommand.RedeemVerification;
import encore.kernel.contacts.ContactCommand.TryCode;
import encore.kernel.contacts.ContactEvent.CodeAccepted;
import encore.kernel.contacts.ContactEvent.CodeDeliveryEnded;
import encore.kernel.contacts.ContactEvent.CodeRequested;
import encore.kernel.contacts.ContactEvent.ContactForgotten;
import encore.kernel.contacts.ContactEvent.ContactKept;
import encore.kernel.contacts.ContactEvent.ContactUsed;
import encore.kernel.contacts.ContactEvent.LookUpRecorded;
import encore.kernel.contacts.ContactEvent.RegistrationTried;
import encore.kernel.contacts.ContactEvent.VerificationUsed;
import encore.kernel.contacts.ContactEvent.WrongCodeGiven;
import encore.kernel.contacts.ContactEvent.WrongPasswordGiven;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.contacts.CountedTry;
import encore.kernel.contacts.RequestedCode;
import encore.kernel.contacts.SubmittedCode;
import encore.kernel.contacts.VerifiedContact;
import encore.kernel.contacts.messages.DeliveredCode;
import encore.kernel.fans.FanId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * An email or phone that somebody logs in with, whether a fan has it or not. It counts codes, look-ups and wrong
 * passwords of the last hour, and decides on codes and verifications.
 */
@Aggregate
class Contact {

    static final Duration WINDOW = Duration.ofHours(1);
    static final Duration CODE_LIFETIME = Duration.ofMinutes(10);
    static final Duration VERIFICATION_LIFETIME = Duration.ofMinutes(30);
    static final Duration KEPT_UNUSED = Duration.ofDays(7);

    private static final int MAX_CODES = 5;
    private static final int MAX_CODES_OF_A_NETWORK = 3;
    private static final int MAX_LOOK_UPS = 30;
    private static final int MAX_WRONG_PASSWORDS = 10;

    @AggregateIdentifier
    private @Nullable ContactId id;

    private @Nullable ContactKind kind;

    /** The email or phone; null when its key is lost. */
    private @Nullable String value;

    /** The requests of the last hour, oldest first. */
    private List<CodeRequest> codes = new ArrayList<>();

    /** The ends of the hours in which look-ups count, oldest first. */
    private List<Instant> lookUps = new ArrayList<>();

    private List<Instant> wrongPasswords = new ArrayList<>();

    /** The time of the last code or wrong password, or of the first look-up or registration when there was none. */
    private @Nullable Instant lastUsed;

    /** The fan that had it when it would have been forgotten; null before that. */
    private @Nullable FanId keptFor;

    private boolean isForgotten;

    Contact() {}

    @CommandHandler
    @HandlesEndedStreams
    @CreationPolicy(CREATE_IF_MISSING)
    RequestedCode decide(OpenCodeRequest command, Instant now, Claims claims, Streams streams, SubjectKeys keys) {
        theContactIsNotForgotten();
        Long wait = waitForCode(command.callerNetwork(), now);
        if (wait != null) {
            return new RequestedCode(command.requestUid(), null, wait);
        }
        openFor(command.contact(), command.name(), claims, streams, keys);
        apply(new CodeRequested(
                command.contact(),
                command.name().kind(),
                command.name().value(),
                command.requestUid(),
                command.callerNetwork(),
                command.senderName(),
                now.plus(CODE_LIFETIME),
                now.plus(WINDOW)));
        return new RequestedCode(command.requestUid(), null, null);
    }

    @CommandHandler
    @HandlesEndedStreams
    @CreationPolicy(CREATE_IF_MISSING)
    CountedTry decide(CountLookUp command, Instant now, Claims claims, Streams streams, SubjectKeys keys) {
        theContactIsNotForgotten();
        Long wait = CountedTries.waitFor(lookUps, MAX_LOOK_UPS, now);
        if (wait == null) {
            openFor(command.contact(), command.name(), claims, streams, keys);
            apply(new LookUpRecorded(
                    command.contact(), command.name().kind(), command.name().value(), now.plus(WINDOW)));
        }
        return new CountedTry(wait);
    }

    @CommandHandler
    @HandlesEndedStreams
    @CreationPolicy(CREATE_IF_MISSING)
    ContactId decide(NoteRegistration command, Instant now, Claims claims, Streams streams, SubjectKeys keys) {
        theContactIsNotForgotten();
        openFor(command.contact(), command.name(), claims, streams, keys);
        apply(new RegistrationTried(
                command.contact(), command.name().kind(), command.name().value(), now.plus(WINDOW)));
        return command.contact();
    }

    /**
     * Decides here whether a right password counts: of many tries at the same time, only ten wrong ones are decided before
     * the right one is refused as well.
     */
    @CommandHandler
    @HandlesEndedStreams
    @CreationPolicy(CREATE_IF_MISSING)
    CountedTry decide(CountPasswordTry command, Instant now, Claims claims, Streams streams, SubjectKeys keys) {
        theContactIsNotForgotten();
        Long wait = CountedTries.waitFor(wrongPasswords, MAX_WRONG_PASSWORDS, now);
        if (wait == null && !command.isRight()) {
            openFor(command.contact(), command.name(), claims, streams, keys);
            apply(new WrongPasswordGiven(
                    command.contact(), command.name().kind(), command.name().value(), now.plus(WINDOW)));
        }
        return new CountedTry(wait);
    }

    @CommandHandler
    SubmittedCode decide(TryCode command, Instant now) {
        if (!isRightNow(command.requestUid(), command.isRight(), now)) {
            return SubmittedCode.WRONG;
        }
        if (command.isUsed()) {
            apply(new CodeAccepted(loadedId(), command.requestUid(), null, null));
        }
        return new SubmittedCode(id);
    }

    @CommandHandler
    VerifiedContact decide(IssueVerification command, Instant now) {
        if (!isRightNow(command.requestUid(), command.isRight(), now)) {
            return VerifiedContact.WRONG;
        }
        CodeRequest request = find(command.requestUid());
        apply(new CodeAccepted(
                loadedId(), command.requestUid(), command.verificationHash(), now.plus(VERIFICATION_LIFETIME)));
        return new VerifiedContact(id, request == null ? null : request.callerNetwork());
    }

    /** Returns whether the code of an open request was right, and records a wrong one. */
    private boolean isRightNow(String requestUid, boolean isRight, Instant now) {
        CodeRequest request = find(requestUid);
        if (request == null || !request.isOpen(now)) {
            return false;
        }
        if (!isRight) {
            apply(new WrongCodeGiven(loadedId(), requestUid));
        }
        return isRight;
    }

    @CommandHandler
    SubmittedCode decide(RedeemVerification command, Instant now) {
        CodeRequest request = find(command.requestUid());
        if (request == null || !request.isVerifiedBy(command.verificationHash(), now)) {
            return SubmittedCode.WRONG;
        }
        if (command.isUsed()) {
            apply(new VerificationUsed(loadedId(), command.requestUid()));
        }
        return new SubmittedCode(id);
    }

    @CommandHandler
    ContactAddress decide(ReadContact command) {
        if (kind == null || value == null) {
            throw Refusal.unknown("There is no such contact.");
        }
        return new ContactAddress(new ContactValue(kind, value));
    }

    @CommandHandler
    DeliveredCode decide(ReadDelivery command, Instant now) {
        return new DeliveredCode(null, isDeliverable(command.requestUid(), now));
    }

    @CommandHandler
    DeliveredCode decide(EndCodeDelivery command) {
        CodeRequest request = find(command.requestUid());
        if (request != null && !request.isDelivered()) {
            apply(new CodeDeliveryEnded(loadedId(), command.requestUid(), command.outcome()));
        }
        return new DeliveredCode(command.outcome(), false);
    }

    @CommandHandler
    ContactId decide(ForgetContact command, Claims claims) {
        return forget(claims);
    }

    @CommandHandler
    ContactId decide(ForgetUnusedContact command, Instant now, Claims claims, Streams streams) {
        if (lastUsed != null && now.isBefore(lastUsed.plus(KEPT_UNUSED))) {
            return loadedId();
        }
        FanId fan = kind == null || value == null
                ? null
                : FanContactClaims.ownerOf(loadedId().account(), new ContactValue(kind, value), claims, streams);
        if (fan == null) {
            return forget(claims);
        }
        if (!fan.equals(keptFor)) {
            apply(new ContactKept(loadedId(), Objects.requireNonNull(kind), fan));
        }
        return loadedId();
    }

    private ContactId forget(Claims claims) {
        if (kind != null && value != null) {
            claims.release(ContactClaims.claim(loadedId().account(), new ContactValue(kind, value)), loadedId());
        }
        apply(new ContactForgotten(loadedId()));
        return loadedId();
    }

    /** Claims the contact and makes its key when this is its first event. */
    private void openFor(ContactId contact, ContactValue name, Claims claims, Streams streams, SubjectKeys keys) {
        if (id == null) {
            Claim claim = ContactClaims.claim(contact.account(), name);
            String owner = claims.ownerOf(claim);
            if (owner != null && !streams.isOpen(StreamId.parse(ContactId.class, owner))) {
                // Forgotten in a restored log, where its claim could not be read.
                claims.release(claim, StreamId.parse(ContactId.class, owner));
            }
            claims.take(claim, contact);
            keys.create(contact);
        }
    }

    private void theContactIsNotForgotten() {
        if (isForgotten) {
            throw new Refusal(CONFLICT, "contact-forgotten", "This contact has just been forgotten; try again.");
        }
    }

    private @Nullable Long waitForCode(@Nullable String callerNetwork, Instant now) {
        Long wait = CountedTries.waitFor(
                codes.stream().map(CodeRequest::countedUntil).toList(), MAX_CODES, now);
        if (wait != null || callerNetwork == null) {
            return wait;
        }
        List<Instant> ofNetwork = codes.stream()
                .filter(code -> callerNetwork.equals(code.callerNetwork()))
                .map(CodeRequest::countedUntil)
                .toList();
        return CountedTries.waitFor(ofNetwork, MAX_CODES_OF_A_NETWORK, now);
    }

    private @Nullable CodeRequest find(String requestUid) {
        return codes.stream()
                .filter(code -> code.requestUid().equals(requestUid))
                .findFirst()
                .orElse(null);
    }

    private boolean isDeliverable(String requestUid, Instant now) {
        CodeRequest request = find(requestUid);
        return request != null && !request.isDelivered() && request.isOpen(now);
    }

    private ContactId loadedId() {
        return Objects.requireNonNull(id, "Axon decides on loaded contacts alone");
    }

    @EventSourcingHandler
    void evolve(CodeRequested event) {
        use(event);
        codes.removeIf(code -> !code.countedUntil().isAfter(event.countedUntil().minus(WINDOW)));
        codes.add(CodeRequest.of(event.requestUid(), event.callerNetwork(), event.expiresAt(), event.countedUntil()));
    }

    @EventSourcingHandler
    void evolve(LookUpRecorded event) {
        use(event);
        count(event, lookUps);
    }

    @EventSourcingHandler
    void evolve(WrongPasswordGiven event) {
        use(event);
        count(event, wrongPasswords);
    }

    @EventSourcingHandler
    void evolve(RegistrationTried event) {
        use(event);
    }

    private void use(ContactUsed event) {
        id = event.contact();
        kind = event.kind();
        value = event.value();
        if (lastUsed == null || !(event instanceof LookUpRecorded || event instanceof RegistrationTried)) {
            lastUsed = event.countedUntil().minus(WINDOW);
        }
    }

    private static void count(ContactUsed event, List<Instant> counted) {
        counted.removeIf(until -> !until.isAfter(event.countedUntil().minus(WINDOW)));
        counted.add(event.countedUntil());
    }

    @EventSourcingHandler
    void evolve(WrongCodeGiven event) {
        change(event.requestUid(), CodeRequest::withWrongTry);
    }

    @EventSourcingHandler
    void evolve(CodeAccepted event) {
        change(event.requestUid(), code -> code.accepted(event.verificationHash(), event.verificationExpiresAt()));
    }

    @EventSourcingHandler
    void evolve(VerificationUsed event) {
        change(event.requestUid(), CodeRequest::withUsedVerification);
    }

    @EventSourcingHandler
    void evolve(CodeDeliveryEnded event) {
        change(event.requestUid(), CodeRequest::delivered);
    }

    private void change(String requestUid, UnaryOperator<CodeRequest> change) {
        codes.replaceAll(code -> code.requestUid().equals(requestUid) ? change.apply(code) : code);
    }

    @EventSourcingHandler
    void evolve(ContactKept event) {
        keptFor = event.fan();
    }

    @EventSourcingHandler
    void evolve(ContactForgotten event) {
        isForgotten = true;
        value = null;
        codes.clear();
        lookUps.clear();
        wrongPasswords.clear();
    }
}
