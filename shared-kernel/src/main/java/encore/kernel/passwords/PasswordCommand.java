package encore.kernel.passwords;

import encore.kernel.Command;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanId;
import encore.kernel.names.StoredName;

/** The commands that find a password. They change nothing. */
public sealed interface PasswordCommand<R> extends Command<R> {

    /**
     * Answers the stored password of the fan that has a contact. It is decided from claims and the log, so it knows
     * every password that was set before.
     *
     * @param lookup spreads the look-ups; a new one for each
     */
    record FindPassword(PasswordLookupId lookup, ContactValue contact) implements PasswordCommand<StoredPassword> {
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
    @StoredName("TellPasswordPlace")
    record ReadPasswordPlace(FanId fan) implements PasswordCommand<PasswordPlace> {
        @Override
        public FanId stream() {
            return fan;
        }
    }
}
