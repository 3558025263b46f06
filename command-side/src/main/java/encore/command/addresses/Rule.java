package encore.command.addresses;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Streams;
import encore.kernel.addresses.AddressId;
import org.jspecify.annotations.Nullable;

/** What an entry says. No two say the same, and none says the opposite of another: commands come one after the other. */
record Rule(long account, String network, @Nullable Long pageTabId, boolean isBlocked) {

    Rule opposite() {
        return new Rule(account, network, pageTabId, !isBlocked);
    }

    Claim claim() {
        String tab = pageTabId == null ? "" : Long.toString(pageTabId);
        return new Claim("address", account, isBlocked + "." + tab + "." + network);
    }

    /** The entry that says so now, or null. */
    @Nullable
    AddressId entry(Claims claims, Streams streams) {
        String owner = claims.owner(claim());
        AddressId entry = owner == null ? null : AddressId.parse(owner);
        return entry == null || !streams.isOpen(entry) ? null : entry;
    }

    /** Claims it, also from an entry that ended without it: one that was unreadable. */
    void taken(AddressId by, Claims claims) {
        String owner = claims.owner(claim());
        if (owner != null) {
            claims.release(claim(), AddressId.parse(owner));
        }
        claims.take(claim(), by);
    }
}
