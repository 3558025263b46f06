package encore.command.fans;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.HandlesEndedStreams;
import encore.infra.eventstore.Once;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.SubjectKeys;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.ErasedFan;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanCommand.FillInFan;
import encore.kernel.fans.FanCommand.FillInNamedFan;
import encore.kernel.fans.FanCommand.ForgetFan;
import encore.kernel.fans.FanCommand.ReadContacts;
import encore.kernel.fans.FanCommand.ReadFanTags;
import encore.kernel.fans.FanCommand.ReadModerator;
import encore.kernel.fans.FanCommand.RegisterFan;
import encore.kernel.fans.FanCommand.RequireFillable;
import encore.kernel.fans.FanEvent.FanAdopted;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanPropsChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.ContactOrigin;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.CurationBuilder;
import encore.kernel.fans.profile.FieldsAndTags.ParsedFieldsAndTags;
import encore.kernel.fans.profile.FillPolicy;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.proofs.AddedContact;
import encore.kernel.fans.proofs.AddedContact.Outcome;
import encore.kernel.fans.proofs.ProofCommand.ConfirmContact;
import encore.kernel.fans.proofs.ProofCommand.ReadOpening;
import encore.kernel.fans.proofs.ProofCommand.ReadOwnContact;
import encore.kernel.fans.proofs.ProofCommand.ReleaseContact;
import encore.kernel.fans.proofs.ProofCommand.RequireReleasableContact;
import encore.kernel.fans.proofs.ProofCommand.SetProvenContact;
import encore.kernel.fans.proofs.ProofCommand.WriteOwnFan;
import encore.kernel.fans.proofs.ProvenFan;
import encore.kernel.fans.proofs.PublicCallEvent.PublicCallCovered;
import encore.kernel.passwords.PasswordCommand.ReadPasswordPlace;
import encore.kernel.passwords.PasswordPlace;
import encore.kernel.qrmails.QrMailCommand.EndQrMail;
import encore.kernel.qrmails.QrMailCommand.ReadQrMail;
import encore.kernel.qrmails.QrMailCommand.RequestQrMail;
import encore.kernel.qrmails.QrMailEvent.QrMailEnded;
import encore.kernel.qrmails.QrMailEvent.QrMailRequested;
import encore.kernel.qrmails.QrMailState;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventhandling.SequenceNumber;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.AggregateLifecycle;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A fan. Its contacts are unique in the account. A write that changes nothing records nothing, except a public call. An
 * erased fan stays erased.
 */
@Aggregate
class Fan {

    private static final List<String> IN_A_COUNTRY = List.of("province", "city", "postalCode");

    @AggregateIdentifier
    private @Nullable FanId id;

    private Profile profile = Profile.EMPTY;
    private Consent consent = Consent.EMPTY;
    private Curation curation = Curation.EMPTY;

    /** The sequence of the event that set the password. */
    private long passwordSequence = PasswordPlace.NONE;

    private FieldValues fields = new FieldValues();
    private Set<Long> tags = new HashSet<>();
    private OwnProps ownProps = new OwnProps();
    private ContactOrigins contactOrigins = new ContactOrigins();

    /** The fan_point_uids of the QR codes whose mail has not ended. */
    private SortedSet<String> openQrMails = new TreeSet<>();

    /** The businesses for which a call said that the fan opts out. */
    private SortedSet<Long> optOuts = new TreeSet<>();

    Fan() {}

    /**
     * Registers a fan. Only the append shows whether a contact is free; a command that loses it there looks for the
     * contact's owner again.
     */
    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RegisteredFan decide(RegisterFan command, Claims claims, Streams streams, Facts facts, SubjectKeys keys) {
        theIdIsFree();
        long recorded = recordedEvents();
        Profile first = Patch.of(command.profile()).applyTo(Profile.EMPTY);
        FanContacts.aContactIsGiven(first);
        Consent agreed = Consent.EMPTY.after(Patch.of(command.consent()));
        theBusinessesExist(command.fan(), agreed, streams);
        TagChanges tagging =
                TagChanges.of(command.fan(), tags, command.particulars().tags(), claims);
        keys.create(command.fan());
        FanContacts.claim(command.fan(), first, claims, streams);
        apply(new FanRegistered(command.fan(), first, agreed, command.origin()));
        agree(optingOut(command.consent()), streams);
        if (command.passwordHash() != null) {
            apply(new FanPasswordSet(command.fan(), command.passwordHash()));
        }
        fields.change(command.fan(), command.particulars());
        tagging.record(claims, facts);
        if (command.origin() == ContactOrigin.PUBLIC) {
            cover(command.consent(), command.particulars(), recorded);
        }
        return new RegisteredFan(command.fan().number());
    }

    /** Requests the mail of a QR code. The address is that of this moment, and only the first request counts. */
    @CommandHandler
    QrMailState decide(RequestQrMail command, Once once, Instant now) {
        return qrMails().request(command, once, now);
    }

    @CommandHandler
    QrMailState decide(ReadQrMail command) {
        return qrMails().state(command.fanPointUid());
    }

    @CommandHandler
    QrMailState decide(EndQrMail command) {
        return qrMails().end(command);
    }

    /**
     * Fills the gaps of a fan that was found by a contact. If it was erased since, the caller looks for the contact's
     * owner again.
     */
    @CommandHandler
    @HandlesEndedStreams
    RegisteredFan decide(FillInFan command, Claims claims, Streams streams, Facts facts) {
        return command.filling() == FillPolicy.PUBLIC
                ? fillInPublicly(command, claims, streams, facts)
                : fillIn(command, claims, streams, facts);
    }

    private RegisteredFan fillIn(FillInFan command, Claims claims, Streams streams, Facts facts) {
        Profile given = command.profile();
        FanContacts contacts = contacts();
        contacts.aContactOpensThisFan(given, streams);
        contacts.theContactIsThisFans(given);
        if (command.filling() == FillPolicy.NOTHING) {
            contacts.adopt(given);
            return new RegisteredFan(loadedId().number());
        }
        theBusinessesExist(
                loadedId(), consent.reduce(Patch.of(command.consent())).given(), streams);
        TagChanges tagging =
                TagChanges.of(loadedId(), tags, command.particulars().tags(), claims);
        Patch<Profile> filled = command.filling() == FillPolicy.WHOLE_ADDRESS
                ? gapsWithWholeAddress(given)
                : profile.fillGapsFrom(given);
        filled = contacts.withoutTaken(filled, claims);
        contacts.adopt(given);
        change(filled, Patch.of(command.consent()), null, claims, streams);
        if (command.passwordHash() != null && passwordSequence == PasswordPlace.NONE) {
            apply(new FanPasswordSet(loadedId(), command.passwordHash()));
        }
        fields.change(loadedId(), command.particulars());
        tagging.record(claims, facts);
        return new RegisteredFan(loadedId().number());
    }

    private RegisteredFan fillInPublicly(FillInFan command, Claims claims, Streams streams, Facts facts) {
        contacts().theContactIsThisFans(command.profile());
        long recorded = recordedEvents();
        Patch<Consent> optingIn = optingIn(command.consent());
        theBusinessesExist(loadedId(), consent.reduce(optingIn).given(), streams);
        TagChanges tagging =
                TagChanges.of(loadedId(), tags, command.particulars().tags(), claims);
        boolean isUnclaimed = contactOrigins.isUnclaimed() && passwordSequence == PasswordPlace.NONE;
        Patch<Profile> filled = isUnclaimed
                ? gapsWithWholeAddress(command.profile()).without("email", "phone", "fanSource")
                : Patch.of(Profile.EMPTY);
        change(filled, optingIn, ContactOrigin.PUBLIC, claims, streams);
        if (isUnclaimed) {
            fields.change(loadedId(), fields.gapsIn(command.particulars()));
        }
        tagging.record(claims, facts);
        cover(command.consent(), command.particulars(), recorded);
        return new RegisteredFan(loadedId().number());
    }

    /**
     * Adds events to those of a public call until there are as many as such a call can record: one for the profile, and one
     * for each of the consent, the fields and the tags that it gives. So the length of the log does not reveal whether the
     * contact was known (ADR 132).
     *
     * @param before the number of events that the fan had before the call
     */
    private void cover(Consent consent, ParsedFieldsAndTags particulars, long before) {
        long most = Stream.of(
                        true,
                        !consent.optedInBusinesses().isEmpty(),
                        !particulars.values().isEmpty(),
                        !particulars.tags().isEmpty())
                .filter(isPart -> isPart)
                .count();
        while (recordedEvents() - before < most) {
            apply(new PublicCallCovered(loadedId()));
        }
    }

    private static long recordedEvents() {
        Long sequence = AggregateLifecycle.getVersion();
        return sequence == null ? 0 : sequence + 1;
    }

    @CommandHandler
    @HandlesEndedStreams
    RegisteredFan decide(RequireFillable command, Claims claims, Streams streams) {
        if (command.filling() != FillPolicy.PUBLIC) {
            contacts().aContactOpensThisFan(command.profile(), streams);
        }
        contacts().theContactIsThisFans(command.profile());
        TagChanges.of(loadedId(), tags, command.tags(), claims);
        return new RegisteredFan(loadedId().number());
    }

    @CommandHandler
    RegisteredFan decide(FillInNamedFan command, Claims claims, Streams streams) {
        theBusinessesExist(
                loadedId(), consent.reduce(Patch.of(command.consent())).given(), streams);
        contacts().adopt(Profile.EMPTY);
        change(
                gapsWithWholeAddress(command.profile()).without("email", "phone"),
                Patch.of(command.consent()),
                null,
                claims,
                streams);
        return new RegisteredFan(loadedId().number());
    }

    @CommandHandler
    RegisteredFan decide(ChangeFan command, Claims claims, Streams streams, Facts facts) {
        Patch<Profile> change = thePlaceFollowsItsCountry(command.profile());
        Patch<Profile> changes = theNameFollowsItsParts(change.differenceFrom(profile));
        contacts().theLastContactStays(changes);
        contacts().theContactsAreFree(changes.given(), claims);
        theBusinessesExist(loadedId(), consent.reduce(command.consent()).given(), streams);
        TagChanges tagging =
                TagChanges.of(loadedId(), tags, command.particulars().tags(), claims);
        contacts().adopt(command.profile().given());
        change(changes, command.consent(), null, claims, streams);
        curate(command.curation());
        if (command.passwordHash() != null) {
            apply(new FanPasswordSet(loadedId(), command.passwordHash()));
        }
        fields.change(loadedId(), command.particulars());
        tagging.record(claims, facts);
        return new RegisteredFan(loadedId().number());
    }

    /** Confirms a contact that was proven. A fan that nobody had before loses what else strangers planted in it. */
    @CommandHandler
    @HandlesEndedStreams
    ProvenFan decide(ConfirmContact command, Claims claims, Streams streams) {
        ContactValue contact = command.contact();
        ProvenFan opened = contacts().opened(contact, streams);
        if (opened.fanId() != null) {
            Patch<Profile> dropped = contacts().plantedBeside(contact.kind(), streams);
            change(dropped, FanContacts.confirming(contact.kind()), null, claims, streams);
        }
        return opened;
    }

    @CommandHandler
    @HandlesEndedStreams
    ProvenFan decide(ReadOpening command, Streams streams) {
        return contacts().opened(command.contact(), streams);
    }

    @CommandHandler
    AddedContact decide(SetProvenContact command, Claims claims, Streams streams) {
        ContactValue contact = command.contact();
        boolean isProven = contacts().isProven(contact.kind());
        if (contact.isIn(profile)) {
            change(Patch.of(Profile.EMPTY), FanContacts.confirming(contact.kind()), null, claims, streams);
            return new AddedContact(loadedId().number(), isProven ? Outcome.LOGIN : Outcome.ADDED);
        }
        contacts().theContactsAreFree(contact.profile(), claims);
        change(
                Patch.of(contact.profile()),
                FanContacts.confirming(contact.kind()),
                ContactOrigin.SESSION,
                claims,
                streams);
        return new AddedContact(loadedId().number(), isProven ? Outcome.REPLACED : Outcome.ADDED);
    }

    @CommandHandler
    ProvenFan decide(ReadOwnContact command) {
        ContactValue contact = command.contact();
        return contact.isIn(profile) && contacts().isProven(contact.kind())
                ? new ProvenFan(loadedId().number())
                : ProvenFan.NONE;
    }

    @CommandHandler
    @HandlesEndedStreams
    RegisteredFan decide(ReleaseContact command, Claims claims, Streams streams) {
        ContactValue contact = command.contact();
        contacts().theContactOpensNothing(contact, streams);
        if (contact.isIn(profile)) {
            change(
                    Patch.of(Profile.EMPTY).clearing(contact.kind().word()),
                    Patch.of(Consent.EMPTY),
                    null,
                    claims,
                    streams);
        }
        return new RegisteredFan(loadedId().number());
    }

    @CommandHandler
    @HandlesEndedStreams
    RegisteredFan decide(RequireReleasableContact command, Streams streams) {
        contacts().theContactOpensNothing(command.contact(), streams);
        return new RegisteredFan(loadedId().number());
    }

    @CommandHandler
    RegisteredFan decide(WriteOwnFan command, Claims claims, Streams streams) {
        boolean withSecret = command.change().withSecret();
        Patch<Profile> changes =
                theNameFollowsItsParts(command.change().profile().differenceFrom(profile));
        if (!withSecret) {
            contacts().aConfirmedContactStays(changes);
        }
        contacts().theLastContactStays(changes);
        contacts().theContactsAreFree(changes.given(), claims);
        TagChanges tagging =
                TagChanges.ofIds(loadedId(), tags, command.change().details().tags());
        Map<String, String> own = new HashMap<>(command.change().details().props());
        Patch<Curation> staffProps = staffPropsAmong(own, withSecret);
        own.keySet().removeAll(staffPropNames());
        ObjectNode props = ownProps.differenceFrom(own);
        if (withSecret) {
            contacts().adopt(command.change().profile().given());
        }
        change(
                changes,
                withSecret
                        ? command.change().consent()
                        : command.change().consent().without("isConfirmed", "isPhoneConfirmed", "isOptout"),
                withSecret ? null : ContactOrigin.SESSION,
                claims,
                streams);
        curate(staffProps);
        if (command.change().passwordHash() != null) {
            apply(new FanPasswordSet(loadedId(), command.change().passwordHash()));
        }
        fields.change(loadedId(), command.parsed());
        OwnProps.record(loadedId(), props);
        tagging.recordGiven();
        return new RegisteredFan(loadedId().number());
    }

    @CommandHandler
    PasswordPlace decide(ReadPasswordPlace command) {
        return new PasswordPlace(passwordSequence);
    }

    @CommandHandler
    ErasedFan decide(ForgetFan command, Claims claims) {
        contacts().releaseAll(claims);
        apply(new FanErased(loadedId()));
        return new ErasedFan(loadedId().number());
    }

    @CommandHandler
    ReadFanTags.GivenTags decide(ReadFanTags command) {
        return new ReadFanTags.GivenTags(tags);
    }

    @CommandHandler
    ReadModerator.Moderation decide(ReadModerator command) {
        return new ReadModerator.Moderation(curation.moderatorStatus() != null);
    }

    @CommandHandler
    ReadContacts.Contacts decide(ReadContacts command) {
        return new ReadContacts.Contacts(profile.email(), profile.phone());
    }

    /** Returns the values that fill gaps. The parts of the address belong to one place, so they come together. */
    private Patch<Profile> gapsWithWholeAddress(Profile given) {
        Patch<Profile> filled = profile.fillGapsFrom(given);
        return profile.isWithoutAddress() ? filled : filled.without("countryCode", "province", "city", "postalCode");
    }

    /**
     * Applies changes of the profile and the consent. A contact that changes is no longer confirmed, unless the consent
     * says so.
     *
     * @param origin the caller that gives the contacts; null for a call with the secret
     */
    private void change(
            Patch<Profile> changes,
            Patch<Consent> agreed,
            @Nullable ContactOrigin origin,
            Claims claims,
            Streams streams) {
        if (!changes.isEmpty()) {
            contacts().claim(changes, claims);
            apply(FanProfileChanged.of(loadedId(), changes, FanContacts.hasAny(changes.given()) ? origin : null));
        }
        agree(FanContacts.withConfirmations(agreed, changes), streams);
    }

    private void agree(Patch<Consent> change, Streams streams) {
        Patch<Consent> changes = withNewOptOuts(consent.reduce(change), change.given(), streams);
        if (!changes.isEmpty()) {
            apply(FanConsentChanged.of(loadedId(), changes));
        }
    }

    /** Adds opt-outs of businesses that the fan was not opted in to, so that no public call opts the fan in later. */
    private Patch<Consent> withNewOptOuts(Patch<Consent> changes, Consent given, Streams streams) {
        List<Long> optedOut = given.optedOutBusinesses().stream()
                .filter(business ->
                        changes.given().optedOutBusinesses().contains(business) || !optOuts.contains(business))
                .filter(business -> changes.given().optedOutBusinesses().contains(business)
                        || streams.isOpen(new BusinessId(loadedId().account(), business)))
                .toList();
        return new Patch<>(
                ConsentBuilder.builder(changes.given())
                        .optedOutBusinesses(optedOut)
                        .build(),
                changes.cleared());
    }

    /** Returns the part of a public call's consent that counts. */
    private Patch<Consent> optingIn(Consent given) {
        List<Long> businesses = Boolean.TRUE.equals(consent.isOptout())
                ? List.of()
                : given.optedInBusinesses().stream()
                        .filter(business -> !optOuts.contains(business))
                        .toList();
        return Patch.of(ConsentBuilder.builder(Consent.EMPTY)
                .optedInBusinesses(businesses)
                .build());
    }

    private static Patch<Consent> optingOut(Consent given) {
        return Patch.of(ConsentBuilder.builder(Consent.EMPTY)
                .optedOutBusinesses(given.optedOutBusinesses())
                .build());
    }

    private Set<String> staffPropNames() {
        JsonNode props = curation.props();
        return props != null && props.isObject() ? Set.copyOf(props.propertyNames()) : Set.of();
    }

    /** Returns the change of the props that staff has set. Only a call with the secret may change them. */
    private Patch<Curation> staffPropsAmong(Map<String, String> given, boolean withSecret) {
        List<String> names = given.keySet().stream()
                .filter(staffPropNames()::contains)
                .sorted()
                .toList();
        if (names.isEmpty()) {
            return Patch.of(Curation.EMPTY);
        }
        if (!withSecret) {
            throw staffOnly("props_" + names.getFirst());
        }
        ObjectNode props = (ObjectNode) Objects.requireNonNull(curation.props()).deepCopy();
        names.forEach(name -> {
            String text = given.getOrDefault(name, "");
            if (text.isEmpty()) {
                props.remove(name);
            } else {
                props.put(name, text);
            }
        });
        return Patch.of(CurationBuilder.builder().props(props).build());
    }

    static Refusal staffOnly(String field) {
        return new Refusal(RULE, "staff-only", field, "Only staff sets this.");
    }

    private void curate(Patch<Curation> change) {
        Patch<Curation> changes = change.differenceFrom(curation);
        if (!changes.isEmpty()) {
            apply(FanCurated.of(loadedId(), changes));
        }
    }

    /** Clears a full name when a first or last name changes, since the old one would contradict it. */
    private Patch<Profile> theNameFollowsItsParts(Patch<Profile> changes) {
        boolean renamed = !changes.touches("name") && (changes.touches("firstName") || changes.touches("lastName"));
        return renamed && profile.name() != null ? changes.clearing("name") : changes;
    }

    /** Clears the parts of the address that are not given when the country changes: they belong to the old country. */
    private Patch<Profile> thePlaceFollowsItsCountry(Patch<Profile> change) {
        Patch<Profile> moved = change;
        if (change.differenceFrom(profile).touches("countryCode")) {
            for (String part : IN_A_COUNTRY) {
                moved = change.touches(part) ? moved : moved.clearing(part);
            }
        }
        return moved;
    }

    private void theIdIsFree() {
        if (id != null) {
            throw new Refusal(CONFLICT, "fan-id-taken", "Another fan was registered under this id; try again.");
        }
    }

    /**
     * Checks that the newly opted-in businesses exist. An existing opt-in may be repeated, and an opt-out given, after
     * the business was removed.
     */
    private static void theBusinessesExist(FanId fan, Consent newly, Streams streams) {
        newly.optedInBusinesses()
                .forEach(business ->
                        streams.mustBeOpen(new BusinessId(fan.account(), business), "business_" + business));
    }

    private QrMails qrMails() {
        return new QrMails(profile.email(), openQrMails);
    }

    private FanContacts contacts() {
        return new FanContacts(loadedId(), profile, consent, contactOrigins);
    }

    private FanId loadedId() {
        return Objects.requireNonNull(id, "Axon decides on loaded fans alone");
    }

    @EventSourcingHandler
    void evolve(FanRegistered event) {
        id = event.fan();
        profile = event.profile();
        consent = event.consent();
        contactOrigins.evolve(event);
    }

    @EventSourcingHandler
    void evolve(FanProfileChanged event) {
        profile = event.patch().applyTo(profile);
        contactOrigins.evolve(event);
    }

    @EventSourcingHandler
    void evolve(FanConsentChanged event) {
        consent = consent.after(event.patch());
        optOuts.addAll(event.changes().optedOutBusinesses());
        event.changes().optedInBusinesses().forEach(optOuts::remove);
        contactOrigins.evolve(consent);
    }

    @EventSourcingHandler
    void evolve(FanAdopted event) {
        contactOrigins.evolve(event);
    }

    @EventSourcingHandler
    void evolve(FanPropsChanged event) {
        ownProps.evolve(event);
    }

    @EventSourcingHandler
    void evolve(FanPasswordSet event, @SequenceNumber long sequence) {
        passwordSequence = sequence;
    }

    @EventSourcingHandler
    void evolve(FanCurated event) {
        curation = event.patch().applyTo(curation);
    }

    @EventSourcingHandler
    void evolve(FanFieldsChanged event) {
        fields.evolve(event);
    }

    @EventSourcingHandler
    void evolve(FanTagsChanged event) {
        tags.addAll(event.added());
        event.removed().forEach(tags::remove);
    }

    @EventSourcingHandler
    void evolve(FanErased event) {
        profile = Profile.EMPTY;
        curation = Curation.EMPTY;
        fields = new FieldValues();
        ownProps = new OwnProps();
    }

    @EventSourcingHandler
    void evolve(QrMailRequested event) {
        openQrMails.add(event.fanPointUid());
    }

    @EventSourcingHandler
    void evolve(QrMailEnded event) {
        openQrMails.remove(event.fanPointUid());
    }
}
