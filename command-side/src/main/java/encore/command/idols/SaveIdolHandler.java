package encore.command.idols;

import static encore.kernel.Refusal.Kind.RULE;
import static encore.kernel.Refusal.Kind.UNKNOWN;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolProfile;
import encore.kernel.idols.IdolUid;
import encore.kernel.idols.IdolsCommand.AddIdol;
import encore.kernel.idols.IdolsCommand.ChangeIdol;
import encore.kernel.idols.IdolsCommand.SaveIdol;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Finds the idol to save: the one with this music_uid, else the one with this name, else a new one. Every step looks
 * again when another command took a name in between (ADR 0013).
 */
@Component
class SaveIdolHandler {

    @CommandHandler
    IdolUid decide(SaveIdol command, Claims claims, Dispatch dispatch) {
        long account = command.idol().account();
        IdolProfile given = command.said().given();
        String byMusicUid =
                given.musicUid() == null ? null : claims.ownerOf(IdolClaims.music(account, given.musicUid()));
        String byName = claims.ownerOf(IdolClaims.name(account, Objects.requireNonNull(given.idolName())));
        theyAreOneIdol(byMusicUid, byName);
        String owner = byMusicUid == null ? byName : byMusicUid;
        if (owner == null) {
            return dispatch.sendLast(new AddIdol(command.idol(), given));
        }
        try {
            return dispatch.sendLast(new ChangeIdol(StreamId.parse(IdolId.class, owner), command.said()));
        } catch (Refusal refusal) {
            if (refusal.kind() != UNKNOWN) {
                throw refusal;
            }
            // It was deleted after it was found, so its name is free.
            return dispatch.sendLast(new AddIdol(command.idol(), given));
        }
    }

    private static void theyAreOneIdol(@Nullable String byMusicUid, @Nullable String byName) {
        if (byMusicUid != null && byName != null && !byMusicUid.equals(byName)) {
            throw new Refusal(
                    RULE, "two-idols", "idol_name", "This name and this music_uid belong to two different idols.");
        }
    }
}
