package encore.command.contacts;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Streams;
import encore.kernel.StreamId;
import encore.kernel.contacts.ContactCommand;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactValue;
import org.jspecify.annotations.Nullable;

/** The claims that lead from an email or phone to the stream of its logins. */
final class ContactClaims {

    private ContactClaims() {}

    static Claim claim(long account, ContactValue name) {
        return new Claim(ContactValue.SPACE, account, name.claimed());
    }

    /** Returns the contact with this email or phone, or null. A forgotten one may still hold the claim after a restore. */
    static @Nullable ContactId find(long account, ContactValue name, Claims claims, Streams streams) {
        String owner = claims.ownerOf(claim(account, name));
        ContactId contact = owner == null ? null : StreamId.parse(ContactId.class, owner);
        return contact != null && streams.isOpen(contact) ? contact : null;
    }

    /** Returns the contact that a command names, or the command's fresh id for a contact without a stream. */
    static ContactId findOrNew(ContactCommand.Named<?> command, Claims claims, Streams streams) {
        ContactId known = find(command.contact().account(), command.name(), claims, streams);
        return known == null ? command.contact() : known;
    }
}
