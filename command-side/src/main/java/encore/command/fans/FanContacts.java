package encore.command.fans;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.FanContactClaims;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanCommand.FillInFan;
import encore.kernel.fans.FanEvent.FanAdopted;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.proofs.ProvenFan;
import org.jspecify.annotations.Nullable;

/** The contacts of a fan at one moment: whether they open the fan, may change, and which claims they need. */
record FanContacts(FanId fan, Profile profile, Consent consent, ContactOrigins origins) {

    static boolean hasAny(Profile profile) {
        return profile.email() != null || profile.phone() != null;
    }

    boolean isProven(ContactKind kind) {
        return ContactOrigins.isProven(kind, consent);
    }

    private boolean opensNothing(ContactKind kind, Streams streams) {
        return origins.opensNothing(kind, fan, profile, consent, streams);
    }

    /** Returns this fan if a contact of it opens it. */
    ProvenFan opened(ContactValue contact, Streams streams) {
        theContactIsThisFans(contact.profile());
        return opensNothing(contact.kind(), streams) ? ProvenFan.NONE : new ProvenFan(fan.number());
    }

    /**
     * Checks that a contact still leads to this fan. Its claim was read before this fan was loaded, and the contact may
     * have moved since.
     */
    void theContactIsThisFans(Profile given) {
        boolean byEmail = given.email() != null && given.email().equals(profile.email());
        boolean byPhone = given.phone() != null && given.phone().equals(profile.phone());
        if (!byEmail && !byPhone) {
            throw new Refusal(CONFLICT, "contact-moved", "This contact has just changed hands; try again.");
        }
        if (!byEmail && given.email() != null && profile.email() != null) {
            throw new Refusal(RULE, FillInFan.ANOTHER_EMAIL, "email", "The fan with this phone has another email.");
        }
    }

    /** Refuses a fan whose only contacts among the given ones are ones that do not open it. */
    void aContactOpensThisFan(Profile given, Streams streams) {
        ContactKind planted = null;
        for (ContactKind kind : ContactKind.values()) {
            ContactValue contact = ContactValue.of(kind, given);
            if (contact != null && contact.isIn(profile)) {
                if (!opensNothing(kind, streams)) {
                    return;
                }
                planted = planted == null ? kind : planted;
            }
        }
        if (planted != null) {
            throw new Refusal(
                    RULE, FillInFan.PLANTED_CONTACT, planted.word(), "This contact does not lead to its fan.");
        }
    }

    void theContactOpensNothing(ContactValue contact, Streams streams) {
        if (contact.isIn(profile) && !opensNothing(contact.kind(), streams)) {
            throw taken(contact.kind());
        }
    }

    void aConfirmedContactStays(Patch<Profile> changes) {
        for (ContactKind kind : ContactKind.values()) {
            if (changes.touches(kind.word()) && isProven(kind)) {
                throw new Refusal(
                        RULE,
                        "contact-confirmed",
                        kind.word(),
                        "Another " + kind.word() + " than the confirmed one must be proven by a code first.");
            }
        }
    }

    /** A fan may have no contact, since another fan can take its last one. Such a fan changes like any other. */
    void theLastContactStays(Patch<Profile> changes) {
        if (hasAny(profile) && !hasAny(changes.applyTo(profile))) {
            throw last(changes.touches("email") ? ContactKind.EMAIL : ContactKind.PHONE);
        }
    }

    static void aContactIsGiven(Profile given) {
        if (!hasAny(given)) {
            throw last(ContactKind.EMAIL);
        }
    }

    private static Refusal last(ContactKind kind) {
        return new Refusal(RULE, "last-contact", kind.word(), "A fan keeps an email or a phone.");
    }

    private static Refusal taken(ContactKind kind) {
        return new Refusal(RULE, "contact-taken", kind.word(), "Another fan has this " + kind.word() + ".");
    }

    void theContactsAreFree(Profile given, Claims claims) {
        for (ContactKind kind : ContactKind.values()) {
            if (!isFree(ContactValue.of(kind, given), claims)) {
                throw taken(kind);
            }
        }
    }

    /** Returns the change without contacts that other fans have. */
    Patch<Profile> withoutTaken(Patch<Profile> change, Claims claims) {
        Patch<Profile> free = change;
        for (ContactKind kind : ContactKind.values()) {
            free = isFree(ContactValue.of(kind, change.given()), claims) ? free : free.without(kind.word());
        }
        return free;
    }

    private boolean isFree(@Nullable ContactValue contact, Claims claims) {
        String owner = contact == null ? null : claims.ownerOf(FanContactClaims.claim(fan.account(), contact));
        return owner == null || owner.equals(fan.toString());
    }

    /** Takes the claims of a new fan's contacts. */
    static void claim(FanId fan, Profile first, Claims claims, Streams streams) {
        for (ContactKind kind : ContactKind.values()) {
            ContactValue contact = ContactValue.of(kind, first);
            if (contact != null) {
                FanContactClaims.take(FanContactClaims.claim(fan.account(), contact), fan, claims, streams);
            }
        }
    }

    /** Releases the claims of contacts that change, and takes those of the new ones. */
    void claim(Patch<Profile> changes, Claims claims) {
        for (ContactKind kind : ContactKind.values()) {
            if (changes.touches(kind.word())) {
                release(kind, claims);
            }
        }
        for (ContactKind kind : ContactKind.values()) {
            ContactValue contact = ContactValue.of(kind, changes.given());
            if (contact != null) {
                claims.take(FanContactClaims.claim(fan.account(), contact), fan);
            }
        }
    }

    void releaseAll(Claims claims) {
        for (ContactKind kind : ContactKind.values()) {
            release(kind, claims);
        }
    }

    private void release(ContactKind kind, Claims claims) {
        ContactValue contact = ContactValue.of(kind, profile);
        if (contact != null) {
            claims.release(FanContactClaims.claim(fan.account(), contact), fan);
        }
    }

    /** Returns the change that drops what strangers planted besides a contact, while nobody has used the fan. */
    Patch<Profile> plantedBeside(ContactKind proven, Streams streams) {
        Patch<Profile> dropped = Patch.of(Profile.EMPTY);
        for (ContactKind other : ContactKind.values()) {
            if (other != proven && origins.isPlanted(other, consent) && origins.isUnused(fan, streams)) {
                dropped = dropped.clearing(other.word());
            }
        }
        return dropped;
    }

    /** Notes that a call with the secret writes to this fan and gives these contacts, where that is new. */
    void adopt(Profile given) {
        boolean email = isGivenAgain(ContactKind.EMAIL, given);
        boolean phone = isGivenAgain(ContactKind.PHONE, given);
        if (origins.isPublicOnly() || email || phone) {
            apply(new FanAdopted(fan, email, phone));
        }
    }

    private boolean isGivenAgain(ContactKind kind, Profile given) {
        ContactValue contact = ContactValue.of(kind, given);
        return contact != null && contact.isIn(profile) && origins.isGivenWithoutSecret(kind);
    }

    /** Clears the confirmation of a contact that changes, unless the consent gives it. */
    static Patch<Consent> withConfirmations(Patch<Consent> agreed, Patch<Profile> changes) {
        Patch<Consent> withFlags = agreed;
        for (ContactKind kind : ContactKind.values()) {
            String flag = kind == ContactKind.EMAIL ? "isConfirmed" : "isPhoneConfirmed";
            withFlags = changes.touches(kind.word()) && !agreed.touches(flag) ? withFlags.clearing(flag) : withFlags;
        }
        return withFlags;
    }

    static Patch<Consent> confirming(ContactKind kind) {
        ConsentBuilder confirmed = ConsentBuilder.builder(Consent.EMPTY);
        return Patch.of(
                kind == ContactKind.EMAIL
                        ? confirmed.isConfirmed(true).build()
                        : confirmed.isPhoneConfirmed(true).build());
    }
}
