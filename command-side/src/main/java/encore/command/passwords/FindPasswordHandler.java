package encore.command.passwords;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Profile;
import encore.kernel.passwords.PasswordCommand.FindPassword;
import encore.kernel.passwords.PasswordCommand.TellPasswordPlace;
import encore.kernel.passwords.PasswordPlace;
import encore.kernel.passwords.StoredPassword;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Finds the fan with a contact by its claim, and reads its password from the log. The fan alone knows which event set
 * it, and no snapshot holds the hash.
 */
@Component
class FindPasswordHandler {

    @CommandHandler
    StoredPassword decide(FindPassword command, Claims claims, Streams streams, Facts facts, Dispatch dispatch) {
        FanId fan = owner(command, claims, streams);
        if (fan == null) {
            return StoredPassword.OF_NOBODY;
        }
        PasswordPlace place = dispatch.send(new TellPasswordPlace(fan));
        long position = place.sequence() == PasswordPlace.NONE ? 0 : streams.position(fan, place.sequence());
        FanPasswordSet set = position == 0 ? null : facts.eventAt(position, FanPasswordSet.class);
        return set == null
                ? new StoredPassword(fan.number(), null, 0)
                : new StoredPassword(fan.number(), set.passwordHash(), position);
    }

    /** Returns the fan with the contact. An erased fan has no contacts, even if a restore has left it a claim. */
    private static @Nullable FanId owner(FindPassword command, Claims claims, Streams streams) {
        long account = command.lookup().account();
        String owner = null;
        if (command.email() != null) {
            owner = claims.ownerOf(new Claim(Profile.EMAIL_SPACE, account, command.email()));
        } else if (command.phone() != null) {
            owner = claims.ownerOf(new Claim(Profile.PHONE_SPACE, account, command.phone()));
        }
        FanId fan = owner == null ? null : FanId.parse(owner);
        return fan != null && streams.isOpen(fan) ? fan : null;
    }
}
