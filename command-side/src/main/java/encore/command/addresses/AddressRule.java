package encore.command.addresses;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Streams;
import encore.kernel.StreamId;
import encore.kernel.addresses.AddressId;
import org.jspecify.annotations.Nullable;

/**
 * The content of an address entry. No two entries are equal, and none is the opposite of another: an account's commands
 * run one after the other.
 */
record AddressRule(long account, String network, @Nullable Long pageTabId, boolean isBlocked) {

    AddressRule opposite() {
        return new AddressRule(account, network, pageTabId, !isBlocked);
    }

    Claim claim() {
        String tab = pageTabId == null ? "" : Long.toString(pageTabId);
        return new Claim("address", account, isBlocked + "." + tab + "." + network);
    }

    /** Returns the open entry with this content, or null. */
    @Nullable
    AddressId currentEntry(Claims claims, Streams streams) {
        String owner = claims.ownerOf(claim());
        AddressId entry = owner == null ? null : StreamId.parse(AddressId.class, owner);
        return entry == null || !streams.isOpen(entry) ? null : entry;
    }

    /** Takes the claim, also from an entry that ended without releasing it because it was unreadable. */
    void takeClaim(AddressId by, Claims claims) {
        String owner = claims.ownerOf(claim());
        if (owner != null) {
            claims.release(claim(), StreamId.parse(AddressId.class, owner));
        }
        claims.take(claim(), by);
    }
}
