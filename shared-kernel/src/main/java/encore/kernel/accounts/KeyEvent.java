package encore.kernel.accounts;

import encore.kernel.Event;
import java.util.List;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a key pair. */
public sealed interface KeyEvent extends Event {

    KeyId key();

    @Revision("1")
    record KeyIssued(KeyId key, String secretHash, String label, List<String> scopes) implements KeyEvent {
        public KeyIssued {
            scopes = List.copyOf(scopes);
        }
    }

    @Revision("1")
    record KeyRevoked(KeyId key) implements KeyEvent, Event.Ending {}
}
