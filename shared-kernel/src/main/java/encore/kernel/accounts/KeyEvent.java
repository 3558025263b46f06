package encore.kernel.accounts;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import java.util.List;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a key pair. */
public sealed interface KeyEvent extends Event.ManagementAction {

    KeyId key();

    @Override
    default String target() {
        return key().apiKey();
    }

    @Revision("1")
    record KeyIssued(
            KeyId key,
            @NotPersonal("a hash of a secret of ours") String secretHash,
            @NotPersonal("a key's name") String label,
            @NotPersonal("names of scopes") List<String> scopes)
            implements KeyEvent {
        public KeyIssued {
            scopes = List.copyOf(scopes);
        }
    }

    /**
     * A session of the console was ended.
     *
     * @param until the time at which it would have ended by itself, in unix seconds; nobody needs to remember it after
     *     that
     */
    @Revision("1")
    record ConsoleSessionEnded(
            KeyId key, @NotPersonal("a random name of ours") String session, long until) implements KeyEvent {}

    @Revision("1")
    record KeyRevoked(KeyId key) implements KeyEvent, Event.FinalEvent {}
}
