package encore.command.lookups;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.StreamId;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolName;
import org.jspecify.annotations.Nullable;

/** Finds the idol with a name. The claims on names of idols know the owner of each. */
public final class IdolByName {

    private IdolByName() {}

    /** Returns the idol; null when none has this name. */
    public static @Nullable IdolId find(long account, String name, Claims claims) {
        String owner = claims.ownerOf(claim(account, name));
        return owner == null ? null : StreamId.parse(IdolId.class, owner);
    }

    /** Returns the claim on a name, whose owner is the idol. */
    public static Claim claim(long account, String name) {
        return new Claim(IdolName.SPACE, account, IdolName.claimed(name));
    }
}
