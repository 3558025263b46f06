package encore.command.passwords;

import encore.command.FanContactClaims;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanId;
import encore.kernel.passwords.PasswordCommand.FindPassword;
import encore.kernel.passwords.PasswordCommand.ReadPasswordPlace;
import encore.kernel.passwords.PasswordPlace;
import encore.kernel.passwords.StoredPassword;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Finds the fan with a contact by its claim, and reads its password from the log. The fan alone knows which event set
 * it, and no snapshot holds the hash.
 */
@Component
class FindPasswordHandler {

    @CommandHandler
    StoredPassword decide(FindPassword command, Claims claims, Streams streams, Facts facts, Dispatch dispatch) {
        FanId fan = FanContactClaims.ownerOf(command.lookup().account(), command.contact(), claims, streams);
        if (fan == null) {
            return StoredPassword.OF_NOBODY;
        }
        PasswordPlace place = dispatch.send(new ReadPasswordPlace(fan));
        long position = place.sequence() == PasswordPlace.NONE ? 0 : streams.position(fan, place.sequence());
        FanPasswordSet set = position == 0 ? null : facts.eventAt(position, FanPasswordSet.class);
        return set == null
                ? new StoredPassword(fan.number(), null, 0)
                : new StoredPassword(fan.number(), set.passwordHash(), position);
    }
}
