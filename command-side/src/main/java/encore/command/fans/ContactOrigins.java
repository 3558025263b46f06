package encore.command.fans;

import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.contacts.ContactKind;
import encore.kernel.fans.FanEvent.FanAdopted;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ContactOrigin;
import encore.kernel.fans.profile.Profile;
import encore.kernel.sessions.LoginsId;
import org.jspecify.annotations.Nullable;

/**
 * The part of a fan's state that decides which of its contacts log in to it (ADR 105). A stranger can enter any email in a
 * public call, so this part remembers the kind of call that gave each contact (a public call, a session of the fan, or a
 * call with the secret), and whether a contact of the fan was ever proven by a code. A contact is proven while its flag of
 * confirmation in the consent is true, no matter who set the flag.
 */
final class ContactOrigins {

    /** Whether a public call made the fan, and no call with the secret has adopted it since. */
    private boolean publicOnly;

    /** Whether a contact of the fan was proven at some time, even one that it no longer has. */
    private boolean provenOnce;

    /** Whether the fan has or had a second contact besides its first one. */
    private boolean severalContacts;

    /** The call that gave the email; null if it came with the secret, or if the fan has no email. */
    private @Nullable ContactOrigin emailOrigin;

    /** The call that gave the phone; null if it came with the secret, or if the fan has no phone. */
    private @Nullable ContactOrigin phoneOrigin;

    /** Returns whether no call with the secret made or adopted the fan, and nobody has proven a contact of it. */
    boolean isUnclaimed() {
        return publicOnly && !provenOnce;
    }

    boolean isPublicOnly() {
        return publicOnly;
    }

    /** Returns whether nobody has proven a contact of the fan, or opened a session of it. */
    boolean isUnused(FanId fan, Streams streams) {
        return !provenOnce && !isUsed(fan, streams);
    }

    /** Returns whether no call with the secret has given this contact. */
    boolean isGivenWithoutSecret(ContactKind kind) {
        return origin(kind) != null;
    }

    /** Returns whether a public call gave this contact, and nobody has proven it. */
    boolean isPlanted(ContactKind kind, Consent consent) {
        return origin(kind) == ContactOrigin.PUBLIC && !isProven(kind, consent);
    }

    /**
     * Returns whether a proof of the contact must not log in to the fan. That is so if nobody vouches for the contact (no
     * call with the secret gave it, and it was never proven), and the fan already belongs to somebody: a call with the secret
     * gave its other contact, or somebody has used the fan, which has or had several contacts.
     */
    boolean opensNothing(ContactKind kind, FanId fan, Profile profile, Consent consent, Streams streams) {
        return isGivenWithoutSecret(kind)
                && !isProven(kind, consent)
                && (hasOtherGivenWithSecret(kind, profile) || severalContacts && (provenOnce || isUsed(fan, streams)));
    }

    private boolean hasOtherGivenWithSecret(ContactKind kind, Profile profile) {
        ContactKind other = kind == ContactKind.EMAIL ? ContactKind.PHONE : ContactKind.EMAIL;
        String value = other == ContactKind.EMAIL ? profile.email() : profile.phone();
        return value != null && !isGivenWithoutSecret(other);
    }

    static boolean isProven(ContactKind kind, Consent consent) {
        return Boolean.TRUE.equals(kind == ContactKind.EMAIL ? consent.isConfirmed() : consent.isPhoneConfirmed());
    }

    private static boolean isUsed(FanId fan, Streams streams) {
        // The first session of a fan opens the stream of its logins.
        return streams.isOpen(new LoginsId(fan));
    }

    void evolve(FanRegistered event) {
        publicOnly = event.origin() == ContactOrigin.PUBLIC;
        severalContacts = event.profile().email() != null && event.profile().phone() != null;
        note(ContactKind.EMAIL, event.profile().email(), event.origin());
        note(ContactKind.PHONE, event.profile().phone(), event.origin());
        evolve(event.consent());
    }

    void evolve(FanProfileChanged event) {
        Patch<Profile> patch = event.patch();
        severalContacts |= patch.given().email() != null || patch.given().phone() != null;
        if (patch.touches("email")) {
            note(ContactKind.EMAIL, patch.given().email(), event.origin());
        }
        if (patch.touches("phone")) {
            note(ContactKind.PHONE, patch.given().phone(), event.origin());
        }
    }

    private void note(ContactKind kind, @Nullable String value, @Nullable ContactOrigin origin) {
        set(kind, value == null ? null : origin);
    }

    private void set(ContactKind kind, @Nullable ContactOrigin origin) {
        if (kind == ContactKind.EMAIL) {
            emailOrigin = origin;
        } else {
            phoneOrigin = origin;
        }
    }

    private @Nullable ContactOrigin origin(ContactKind kind) {
        return kind == ContactKind.EMAIL ? emailOrigin : phoneOrigin;
    }

    void evolve(FanAdopted event) {
        publicOnly = false;
        if (event.isEmailGiven()) {
            set(ContactKind.EMAIL, null);
        }
        if (event.isPhoneGiven()) {
            set(ContactKind.PHONE, null);
        }
    }

    /** @param changed the consent after the event */
    void evolve(Consent changed) {
        provenOnce |= isProven(ContactKind.EMAIL, changed) || isProven(ContactKind.PHONE, changed);
    }
}
