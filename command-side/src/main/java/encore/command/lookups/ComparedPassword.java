package encore.command.lookups;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.fans.FanId;
import encore.kernel.passwords.PasswordCommand.ReadPasswordPlace;
import encore.kernel.passwords.PasswordPlace;
import org.jspecify.annotations.Nullable;

/** Checks whether the password that a login was compared with is still the fan's. */
public final class ComparedPassword {

    private ComparedPassword() {}

    /**
     * Returns whether a login may go on. A password that changes after this look ends the session through an automation.
     *
     * @param position the position of the {@code fan_password_set} that was compared; null when none was
     */
    public static boolean isOf(FanId fan, @Nullable Long position, Streams streams, Dispatch dispatch) {
        if (position == null) {
            return true;
        }
        PasswordPlace place = dispatch.send(new ReadPasswordPlace(fan));
        return place.sequence() != PasswordPlace.NONE && streams.position(fan, place.sequence()) == position;
    }
}
