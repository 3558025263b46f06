package encore.api.keys;

import encore.infra.backend.ControlMessage;
import encore.kernel.accounts.Scope;
import encore.kernel.people.Area;
import encore.kernel.people.Right;
import encore.kernel.people.Role;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A key that is valid now. */
public final class ActiveKey implements Principal {

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

    @Override
    public long account() {
        return key.account();
    }

    public String apiKey() {
        return key.apiKey();
    }

    public String label() {
        return key.label();
    }

    /** Returns the name under which the log records the key's actions. The public half of a key is no secret. */
    @Override
    public String actor() {
        return actor;
    }

    /** Returns the name under which the log records the actions of a person at the console who showed the key. */
    public String consoleActor() {
        return consoleActor;
    }

    @Override
    public boolean hasScope(String scope) {
        return scope.isEmpty() || key.scopes().contains(scope);
    }

    @Override
    public @Nullable Role role() {
        return key.ceiling();
    }

    /** The people of an account are for pairs that may do everything: another pair could make itself an owner. */
    @Override
    public boolean has(@Nullable Right right) {
        return right != null && right.area() == Area.PEOPLE
                ? key.ceiling() == null && key.scopes().containsAll(Scope.words())
                : Principal.super.has(right);
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
