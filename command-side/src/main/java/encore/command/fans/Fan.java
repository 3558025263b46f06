package encore.command.fans;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.HandlesEndedStreams;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.SubjectKeys;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.fans.ErasedFan;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanCommand.FillInFan;
import encore.kernel.fans.FanCommand.FillInNamedFan;
import encore.kernel.fans.FanCommand.ForgetFan;
import encore.kernel.fans.FanCommand.RegisterFan;
import encore.kernel.fans.FanCommand.TellContacts;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.FillPolicy;
import encore.kernel.fans.profile.Profile;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * A fan. Its contacts are unique in the account. A write that changes nothing records nothing. An erased fan stays
 * erased.
 */
@Aggregate
class Fan {

    private static final List<String> IN_A_COUNTRY = List.of("province", "city", "postalCode");

    @AggregateIdentifier
    private @Nullable FanId id;

    private Profile profile = Profile.EMPTY;
    private Consent consent = Consent.EMPTY;
    private Curation curation = Curation.EMPTY;
    private boolean hasPassword;
    private FieldValues fields = new FieldValues();
    private Set<Long> tags = new HashSet<>();

    Fan() {}

    /**
     * Registers a fan. Only the append shows whether a contact is free; a command that loses it there looks for the
     * contact's owner again.
     */
    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RegisteredFan decide(RegisterFan command, Claims claims, Streams streams, Facts facts, SubjectKeys keys) {
        theIdIsFree();
        Profile first = Patch.of(command.profile()).applyTo(Profile.EMPTY);
        aContactIsLeft(first, "email");
        Consent agreed = Consent.EMPTY.after(Patch.of(command.consent()));
        theBusinessesExist(command.fan(), agreed, streams);
        TagChanges tagging =
                TagChanges.of(command.fan(), tags, command.particulars().tags(), claims);
        keys.create(command.fan());
        if (first.email() != null) {
            ContactClaims.take(
                    ContactClaims.email(command.fan().account(), first.email()), command.fan(), claims, streams);
        }
        if (first.phone() != null) {
            ContactClaims.take(
                    ContactClaims.phone(command.fan().account(), first.phone()), command.fan(), claims, streams);
        }
        apply(new FanRegistered(command.fan(), first, agreed));
        if (command.passwordHash() != null) {
            apply(new FanPasswordSet(command.fan(), command.passwordHash()));
        }
        fields.change(command.fan(), command.particulars());
        tagging.record(claims, facts);
        return new RegisteredFan(command.fan().number());
    }

    /**
     * Fills the gaps of a fan that was found by a contact. If it was erased since, the caller looks for the contact's
     * owner again.
     */
    @CommandHandler
    @HandlesEndedStreams
    RegisteredFan decide(FillInFan command, Claims claims, Streams streams, Facts facts) {
        Profile given = command.profile();
        theContactIsThisFans(given);
        theBusinessesExist(
                loadedId(), consent.reduce(Patch.of(command.consent())).given(), streams);
        TagChanges tagging =
                TagChanges.of(loadedId(), tags, command.particulars().tags(), claims);
        Patch<Profile> filled = command.filling() == FillPolicy.WHOLE_ADDRESS
                ? gapsWithWholeAddress(given)
                : profile.fillGapsFrom(given);
        filled = isFree(filled.given().email(), "email", claims) ? filled : filled.without("email");
        filled = isFree(filled.given().phone(), "phone", claims) ? filled : filled.without("phone");
        change(filled, claims);
        agree(Patch.of(command.consent()));
        if (command.passwordHash() != null && !hasPassword) {
            apply(new FanPasswordSet(loadedId(), command.passwordHash()));
        }
        fields.change(loadedId(), command.particulars());
        tagging.record(claims, facts);
        return new RegisteredFan(loadedId().number());
    }

    @CommandHandler
    RegisteredFan decide(FillInNamedFan command, Claims claims, Streams streams) {
        theBusinessesExist(
                loadedId(), consent.reduce(Patch.of(command.consent())).given(), streams);
        change(gapsWithWholeAddress(command.profile()).without("email", "phone"), claims);
        agree(Patch.of(command.consent()));
        return new RegisteredFan(loadedId().number());
    }

    @CommandHandler
    RegisteredFan decide(ChangeFan command, Claims claims, Streams streams, Facts facts) {
        Patch<Profile> change = thePlaceFollowsItsCountry(command.profile());
        Patch<Profile> changes = theNameFollowsItsParts(change.differenceFrom(profile));
        aContactIsLeft(changes.applyTo(profile), changes.touches("email") ? "email" : "phone");
        requireFree(changes.given().email(), "email", claims);
        requireFree(changes.given().phone(), "phone", claims);
        theBusinessesExist(loadedId(), consent.reduce(command.consent()).given(), streams);
        TagChanges tagging =
                TagChanges.of(loadedId(), tags, command.particulars().tags(), claims);
        change(changes, claims);
        agree(command.consent());
        curate(command.curation());
        if (command.passwordHash() != null) {
            apply(new FanPasswordSet(loadedId(), command.passwordHash()));
        }
        fields.change(loadedId(), command.particulars());
        tagging.record(claims, facts);
        return new RegisteredFan(loadedId().number());
    }

    @CommandHandler
    ErasedFan decide(ForgetFan command, Claims claims) {
        releaseContacts(claims, true, true);
        apply(new FanErased(loadedId()));
        return new ErasedFan(loadedId().number());
    }

    @CommandHandler
    TellContacts.Contacts decide(TellContacts command) {
        return new TellContacts.Contacts(profile.email(), profile.phone());
    }

    /** Returns the values that fill gaps. The parts of the address belong to one place, so they come together. */
    private Patch<Profile> gapsWithWholeAddress(Profile given) {
        Patch<Profile> filled = profile.fillGapsFrom(given);
        return profile.isWithoutAddress() ? filled : filled.without("countryCode", "province", "city", "postalCode");
    }

    private void change(Patch<Profile> changes, Claims claims) {
        if (changes.isEmpty()) {
            return;
        }
        releaseContacts(claims, changes.touches("email"), changes.touches("phone"));
        if (changes.given().email() != null) {
            claims.take(
                    ContactClaims.email(loadedId().account(), changes.given().email()), loadedId());
        }
        if (changes.given().phone() != null) {
            claims.take(
                    ContactClaims.phone(loadedId().account(), changes.given().phone()), loadedId());
        }
        apply(FanProfileChanged.of(loadedId(), changes));
    }

    private void agree(Patch<Consent> change) {
        Patch<Consent> changes = consent.reduce(change);
        if (!changes.isEmpty()) {
            apply(FanConsentChanged.of(loadedId(), changes));
        }
    }

    private void curate(Patch<Curation> change) {
        Patch<Curation> changes = change.differenceFrom(curation);
        if (!changes.isEmpty()) {
            apply(FanCurated.of(loadedId(), changes));
        }
    }

    private void releaseContacts(Claims claims, boolean theEmail, boolean thePhone) {
        if (theEmail && profile.email() != null) {
            claims.release(ContactClaims.email(loadedId().account(), profile.email()), loadedId());
        }
        if (thePhone && profile.phone() != null) {
            claims.release(ContactClaims.phone(loadedId().account(), profile.phone()), loadedId());
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

    private static void aContactIsLeft(Profile after, String field) {
        if (after.email() == null && after.phone() == null) {
            throw new Refusal(RULE, "last-contact", field, "A fan keeps an email or a phone.");
        }
    }

    /**
     * Checks that a contact still leads to this fan. Its claim was read before this fan was loaded, and the contact may
     * have moved since.
     */
    private void theContactIsThisFans(Profile given) {
        boolean byEmail = given.email() != null && given.email().equals(profile.email());
        boolean byPhone = given.phone() != null && given.phone().equals(profile.phone());
        if (!byEmail && !byPhone) {
            throw new Refusal(CONFLICT, "contact-moved", "This contact has just changed hands; try again.");
        }
        if (!byEmail && given.email() != null && profile.email() != null) {
            throw new Refusal(RULE, FillInFan.ANOTHER_EMAIL, "email", "The fan with this phone has another email.");
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

    private void requireFree(@Nullable String contact, String kind, Claims claims) {
        if (!isFree(contact, kind, claims)) {
            throw new Refusal(RULE, "contact-taken", kind, "Another fan has this " + kind + ".");
        }
    }

    private boolean isFree(@Nullable String contact, String kind, Claims claims) {
        if (contact == null) {
            return true;
        }
        Claim claim = kind.equals("email")
                ? ContactClaims.email(loadedId().account(), contact)
                : ContactClaims.phone(loadedId().account(), contact);
        String owner = claims.ownerOf(claim);
        return owner == null || owner.equals(loadedId().toString());
    }

    private FanId loadedId() {
        return Objects.requireNonNull(id, "Axon decides on loaded fans alone");
    }

    @EventSourcingHandler
    void evolve(FanRegistered event) {
        id = event.fan();
        profile = event.profile();
        consent = event.consent();
    }

    @EventSourcingHandler
    void evolve(FanProfileChanged event) {
        profile = event.patch().applyTo(profile);
    }

    @EventSourcingHandler
    void evolve(FanConsentChanged event) {
        consent = consent.after(event.patch());
    }

    @EventSourcingHandler
    void evolve(FanPasswordSet event) {
        hasPassword = true;
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
    }
}
