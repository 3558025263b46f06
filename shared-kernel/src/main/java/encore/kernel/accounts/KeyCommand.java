package encore.kernel.accounts;

import encore.kernel.Command;
import encore.kernel.people.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of a key pair. */
public sealed interface KeyCommand<R> extends Command<R> {

    KeyId key();

    @Override
    default KeyId stream() {
        return key();
    }

    /**
     * Issues a key pair. The secret never leaves the gateway that generated it: the command carries its keyed hash.
     *
     * @param secretHash HMAC-SHA256 of the secret under the installation's key for api secrets, in hex
     * @param scopes words of {@link Scope}
     * @param ceiling the role that bounds what it may do with its secret; null for none
     */
    record IssueKey(
            KeyId key,
            String secretHash,
            String label,
            List<String> scopes,
            @Nullable Role ceiling) implements KeyCommand<IssuedKey> {
        public IssueKey {
            scopes = List.copyOf(scopes);
        }

        /** A pair without a ceiling. */
        public IssueKey(KeyId key, String secretHash, String label, List<String> scopes) {
            this(key, secretHash, label, scopes, null);
        }
    }

    /** Revokes a key pair. Every gateway knows it within a second. */
    record RevokeKey(KeyId key) implements KeyCommand<RevokedKey> {}

    /**
     * Ends a session of the console that was begun with this key pair. Every gateway knows it within a second.
     *
     * @param session the random name of the session, which gives no access by itself
     * @param until the time at which the session ends even when it is renewed, in unix seconds
     */
    record EndConsoleSession(KeyId key, String session, long until) implements KeyCommand<EndedSession> {}
}
