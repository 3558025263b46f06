package encore.command.idols;

import static java.util.Objects.requireNonNull;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolName;
import encore.kernel.idols.IdolProfile;
import org.jspecify.annotations.Nullable;

/**
 * The claims on an idol's unique values in its account: its name in the form in which names are compared, and its
 * music_uid.
 */
record IdolClaims(Claim name, @Nullable Claim music) {

    static IdolClaims of(long account, IdolProfile profile) {
        return new IdolClaims(
                name(account, requireNonNull(profile.idolName())),
                profile.musicUid() == null ? null : music(account, profile.musicUid()));
    }

    static Claim name(long account, String name) {
        return new Claim(IdolName.SPACE, account, IdolName.claimed(name));
    }

    static Claim music(long account, String musicUid) {
        return new Claim("music_uid", account, musicUid);
    }

    /** Takes the claims that are new, and releases those that are gone. */
    static void move(@Nullable IdolClaims before, @Nullable IdolClaims after, IdolId idol, Claims claims) {
        move(before == null ? null : before.name, after == null ? null : after.name, idol, claims);
        move(before == null ? null : before.music, after == null ? null : after.music, idol, claims);
    }

    private static void move(@Nullable Claim before, @Nullable Claim after, IdolId idol, Claims claims) {
        if (before != null && !before.equals(after)) {
            claims.release(before, idol);
        }
        if (after != null && !after.equals(before)) {
            claims.take(after, idol);
        }
    }
}
