package encore.api.keys;

import encore.infra.backend.Control;
import java.security.MessageDigest;
import java.util.HexFormat;

/** A key that is good now. */
public final class KnownKey {

    private final Control.Key key;
    private final byte[] secretHash;
    private final String actor;

    KnownKey(Control.Key key) {
        this.key = key;
        secretHash = HexFormat.of().parseHex(key.secretHash());
        actor = "key:" + key.apiKey();
    }

    public long account() {
        return key.account();
    }

    public String apiKey() {
        return key.apiKey();
    }

    /** Names who acted, for the log: a key's public half is no secret. */
    public String actor() {
        return actor;
    }

    public boolean allows(String scope) {
        return scope.isEmpty() || key.scopes().contains(scope);
    }

    /** Whether somebody ended this session of the console, which began with this key. */
    public boolean hasEnded(String session) {
        return key.endedSessions().contains(session);
    }

    /** In hex; only for what is itself sealed. */
    public String secretHash() {
        return key.secretHash();
    }

    /** Compares in a time that says nothing of how much was right. */
    public boolean isSecret(byte[] hash) {
        return MessageDigest.isEqual(secretHash, hash);
    }
}
