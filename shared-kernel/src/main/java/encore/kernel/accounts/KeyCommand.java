package encore.kernel.accounts;

import encore.kernel.Command;
import java.util.List;

/** Everything that can be asked of a key pair. */
public sealed interface KeyCommand<R> extends Command<R> {

    KeyId key();

    @Override
    default KeyId stream() {
        return key();
    }

    /**
     * Issues a key pair. The secret itself never leaves who minted it: the command knows its keyed hash.
     *
     * @param secretHash HMAC-SHA256 of the secret under the installation's key for api secrets, in hex
     * @param scopes words of {@link Scope}
     */
    record IssueKey(KeyId key, String secretHash, String label, List<String> scopes) implements KeyCommand<IssuedKey> {
        public IssueKey {
            scopes = List.copyOf(scopes);
        }
    }

    /** Ends a key pair; every gateway knows within a second. */
    record RevokeKey(KeyId key) implements KeyCommand<RevokedKey> {}

    /**
     * Ends a session that somebody began at the console with this key pair; every gateway knows within a second.
     *
     * @param session its random name, which opens nothing by itself
     * @param until when it ends by itself, however often it is renewed, in unix seconds
     */
    record EndConsoleSession(KeyId key, String session, long until) implements KeyCommand<EndedSession> {}
}
