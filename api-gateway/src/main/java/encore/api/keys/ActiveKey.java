package encore.api.keys;

import encore.infra.backend.ControlMessage;
import java.security.MessageDigest;
import java.util.HexFormat;

/** A key that is valid now. */
public final class ActiveKey {

    private static final String CONSOLE = "console:";

    private final ControlMessage.Key key;
    private final byte[] secretHash;
    private final String actor;
    private final String consoleActor;

    ActiveKey(ControlMessage.Key key) {
        this.key = key;
        secretHash = HexFormat.of().parseHex(key.secretHash());
        actor = "key:" + key.apiKey();
        consoleActor = CONSOLE + key.apiKey();
    }

    public long account() {
        return key.account();
    }

    public String apiKey() {
        return key.apiKey();
    }

    /** Returns the name under which the log records the key's actions. The public half of a key is no secret. */
    public String actor() {
        return actor;
    }

    /** Returns the name under which the log records the actions of a person at the console who showed the key. */
    public String consoleActor() {
        return consoleActor;
    }

    public boolean hasScope(String scope) {
        return scope.isEmpty() || key.scopes().contains(scope);
    }

    /** Whether a console session that began with this key was ended. */
    public boolean isSessionEnded(String session) {
        return key.endedSessions().contains(session);
    }

    /** Returns the hash of the secret in hex, to be used only inside signed or encrypted values. */
    public String secretHash() {
        return key.secretHash();
    }

    /** Whether the hash is that of the key's secret. The comparison takes constant time. */
    public boolean matchesSecret(byte[] hash) {
        return MessageDigest.isEqual(secretHash, hash);
    }
}
