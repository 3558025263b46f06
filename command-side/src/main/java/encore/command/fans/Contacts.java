package encore.command.fans;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Streams;
import encore.kernel.fans.FanId;
import encore.kernel.fans.Profile;

/** Makes the claims on contacts: one fan for each email and each phone of an account. */
final class Contacts {

    private Contacts() {}

    /** Takes a claim, also one that an erased fan was left with: a restore cannot tell what its contacts were. */
    static void take(Claim claim, FanId fan, Claims claims, Streams streams) {
        String owner = claims.owner(claim);
        if (owner != null && !streams.isOpen(FanId.parse(owner))) {
            claims.release(claim, FanId.parse(owner));
        }
        claims.take(claim, fan);
    }

    static Claim email(long account, String email) {
        return new Claim(Profile.EMAIL_SPACE, account, email);
    }

    static Claim phone(long account, String phone) {
        return new Claim(Profile.PHONE_SPACE, account, phone);
    }
}
