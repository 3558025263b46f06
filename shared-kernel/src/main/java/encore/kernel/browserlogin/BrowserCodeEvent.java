package encore.kernel.browserlogin;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import encore.kernel.sessions.LoginsId;
import java.time.Instant;
import java.util.List;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the codes of browser logins. They lie in the stream of the fan's logins. */
public sealed interface BrowserCodeEvent extends Event {

    LoginsId logins();

    @Override
    default FanId subject() {
        return logins().fan();
    }

    /**
     * A code was issued for a login. The code itself is in no event.
     *
     * @param codeHash the keyed hash of the code
     * @param expiresAt the time from which the code is not accepted any more
     */
    @Revision("1")
    record BrowserCodeIssued(
            LoginsId logins,
            @Secret @NotPersonal("a keyed hash") String codeHash,
            BrowserLogin login,
            Instant expiresAt)
            implements BrowserCodeEvent {}

    /**
     * A code was exchanged for a session.
     *
     * @param sessionHash the session_ref
     */
    @Revision("1")
    record BrowserCodeUsed(
            LoginsId logins,
            @Secret @NotPersonal("a keyed hash") String codeHash,
            @Secret @NotPersonal("made from a keyed hash") String sessionHash)
            implements BrowserCodeEvent {}

    /** Codes that nobody had used became invalid, because the fan's sessions ended. */
    @Revision("1")
    record BrowserCodesRevoked(
            LoginsId logins,
            @Secret @NotPersonal("keyed hashes") List<String> codeHashes) implements BrowserCodeEvent {
        public BrowserCodesRevoked {
            codeHashes = List.copyOf(codeHashes);
        }
    }
}
