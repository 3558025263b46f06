package encore.command.fans;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Streams;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Profile;
import org.jspecify.annotations.Nullable;

/** The claims on contacts: an email or phone belongs to one fan of an account. */
final class ContactClaims {

    private ContactClaims() {}

    /** Takes a claim, also from an erased fan that still holds it: a restore cannot know the erased fan's contacts. */
    static void take(Claim claim, FanId fan, Claims claims, Streams streams) {
        String owner = claims.ownerOf(claim);
        if (owner != null && !streams.isOpen(FanId.parse(owner))) {
            claims.release(claim, FanId.parse(owner));
        }
        claims.take(claim, fan);
    }

    /**
     * Returns the fan that has a contact; null where none has it, or no contact is given. An erased fan has no contacts,
     * even if a restore has left it a claim.
     */
    static @Nullable FanId ownerOf(long account, @Nullable ContactValue contact, Claims claims, Streams streams) {
        String owner = contact == null ? null : claims.ownerOf(claim(account, contact));
        FanId fan = owner == null ? null : FanId.parse(owner);
        return fan != null && streams.isOpen(fan) ? fan : null;
    }

    static Claim claim(long account, ContactValue contact) {
        return contact.kind() == ContactKind.EMAIL ? email(account, contact.value()) : phone(account, contact.value());
    }

    static Claim email(long account, String email) {
        return new Claim(Profile.EMAIL_SPACE, account, email);
    }

    static Claim phone(long account, String phone) {
        return new Claim(Profile.PHONE_SPACE, account, phone);
    }
}
