package encore.command;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Streams;
import encore.kernel.StreamId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Profile;
import org.jspecify.annotations.Nullable;

/** The claims on contacts of fans: an email or phone belongs to one fan of an account. */
public final class FanContactClaims {

    private FanContactClaims() {}

    /** Takes a claim, also from an erased fan that still holds it: a restore cannot know the erased fan's contacts. */
    public static void take(Claim claim, FanId fan, Claims claims, Streams streams) {
        String owner = claims.ownerOf(claim);
        if (owner != null && !streams.isOpen(StreamId.parse(FanId.class, owner))) {
            claims.release(claim, StreamId.parse(FanId.class, owner));
        }
        claims.take(claim, fan);
    }

    /**
     * Returns the fan that has a contact; null where none has it, or no contact is given. An erased fan has no contacts,
     * even if a restore has left it a claim.
     */
    public static @Nullable FanId ownerOf(
            long account, @Nullable ContactValue contact, Claims claims, Streams streams) {
        String owner = contact == null ? null : claims.ownerOf(claim(account, contact));
        FanId fan = owner == null ? null : StreamId.parse(FanId.class, owner);
        return fan != null && streams.isOpen(fan) ? fan : null;
    }

    public static Claim claim(long account, ContactValue contact) {
        return contact.kind() == ContactKind.EMAIL ? email(account, contact.value()) : phone(account, contact.value());
    }

    public static Claim email(long account, String email) {
        return new Claim(Profile.EMAIL_SPACE, account, email);
    }

    public static Claim phone(long account, String phone) {
        return new Claim(Profile.PHONE_SPACE, account, phone);
    }
}
