package encore.command;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.IdentifierName;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.imports.FanReference;
import encore.kernel.names.KeySpelling;
import org.jspecify.annotations.Nullable;

/** Finds the fan that a row of an import names, by its id, a contact or an identifier. */
public final class FansByReference {

    private FansByReference() {}

    /** Returns the fan. Throws a Refusal that names the field if there is none. */
    public static FanId find(long account, FanReference reference, Claims claims, Streams streams) {
        FanId fan = findOrNull(account, reference, claims);
        if (fan == null || !streams.isOpen(fan)) {
            String field = reference.field();
            throw new Refusal(Refusal.Kind.RULE, "unknown-id", field, "No fan has this " + field + ".");
        }
        return fan;
    }

    private static @Nullable FanId findOrNull(long account, FanReference reference, Claims claims) {
        if (reference.fanId() != null) {
            return new FanId(account, reference.fanId());
        }
        if (reference.email() != null) {
            return fan(claims.ownerOf(FanContactClaims.email(account, reference.email())));
        }
        if (reference.phone() != null) {
            return fan(claims.ownerOf(FanContactClaims.phone(account, reference.phone())));
        }
        String network = String.valueOf(reference.network());
        String sent = String.valueOf(reference.identifier());
        String respelled = String.valueOf(
                network.equals(IdentifierName.WRISTBAND) ? KeySpelling.ofCode(sent) : KeySpelling.ofKey(sent));
        String owner = RecordOwner.ownerOfEither(
                identifier(account, network, sent), identifier(account, network, respelled), claims);
        return owner == null ? null : StreamId.parse(IdentifiersId.class, owner).fan();
    }

    private static Claim identifier(long account, String network, String value) {
        return new Claim(IdentifierName.SPACE, account, IdentifierName.claimed(network, value));
    }

    private static @Nullable FanId fan(@Nullable String owner) {
        return owner == null ? null : StreamId.parse(FanId.class, owner);
    }
}
