package encore.kernel.passwords;

import encore.kernel.Command;
import encore.kernel.fans.FanId;
import org.jspecify.annotations.Nullable;

/** The commands that find a password. They change nothing. */
public sealed interface PasswordCommand<R> extends Command<R> {

    /**
     * Answers the stored password of the fan that has a contact. It is decided from claims and the log, so it knows
     * every password that was set before.
     *
     * @param lookup spreads the look-ups; a new one for each
     * @param email a normalised email, or null
     * @param phone a normalised phone; counts only without an email
     */
    record FindPassword(
            PasswordLookupId lookup,
            @Nullable String email,
            @Nullable String phone) implements PasswordCommand<StoredPassword> {
        @Override
        public PasswordLookupId stream() {
            return lookup;
        }

        @Override
        public String toString() {
            return "FindPassword[" + lookup + "]";
        }
    }

    /** Answers the place of a fan's password in its stream. It is a step of {@link FindPassword}. */
    record TellPasswordPlace(FanId fan) implements PasswordCommand<PasswordPlace> {
        @Override
        public FanId stream() {
            return fan;
        }
    }
}
