package encore.infra.eventstore.keys;

import encore.infra.eventstore.log.LogRefused;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The installation's secrets, once it is certain that they are those that the log was written with: with others every
 * api_secret, claim and proof would stop matching, and nothing would say why.
 */
public final class InstallationSecrets {

    private static final int BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, byte[]> known = new ConcurrentHashMap<>();
    private final MasterKey master;
    private final SecretMarks marks;
    private final Keeping keeping;

    /** Keeps a wrapped secret durably under a name, unless one is kept; answers the one that is. */
    @FunctionalInterface
    public interface Keeping {
        byte[] keep(String name, byte[] wrapped);
    }

    /**
     * @param kept all secrets, wrapped
     * @throws LogRefused when one of them is not the one that the log was written with, or is lost
     */
    public InstallationSecrets(Map<String, byte[]> kept, MasterKey master, SecretMarks marks, Keeping keeping) {
        this.master = master;
        this.marks = marks;
        this.keeping = keeping;
        kept.forEach((name, wrapped) -> known.put(name, master.unwrap(MasterKey.ofSecret(name), wrapped)));
        if (marks.hasEvents()) {
            marks.all().forEach(this::mustBe);
        }
        known.forEach(this::mark);
    }

    /**
     * Refuses to go on without keys that must be there: before anything is made in their place.
     *
     * @param kept how many secrets are kept
     * @param place where they should be
     */
    public static void mustNotBeLost(int kept, SecretMarks marks, String place) {
        if (kept == 0 && marks.hasEvents()) {
            throw new LogRefused("The log has events and its keys are lost, there are none in " + place
                    + ": put them back from their backup, Encore makes no others over them.");
        }
    }

    private void mustBe(String name, byte[] fingerprint) {
        byte[] secret = known.get(name);
        if (secret == null || !MessageDigest.isEqual(fingerprint(name, secret), fingerprint)) {
            throw new LogRefused("These are not the keys that the log was written with, the secret '" + name
                    + "' is " + (secret == null ? "missing" : "another")
                    + ": put them back from the backup that was taken with it.");
        }
    }

    /** A secret of 32 bytes by name; made when missing. */
    public byte[] get(String name) {
        return known.computeIfAbsent(name, this::make).clone();
    }

    private byte[] make(String name) {
        byte[] made = new byte[BYTES];
        random.nextBytes(made);
        byte[] secret = master.unwrap(
                MasterKey.ofSecret(name), keeping.keep(name, master.wrap(MasterKey.ofSecret(name), made)));
        mark(name, secret);
        return secret;
    }

    private void mark(String name, byte[] secret) {
        byte[] fingerprint = fingerprint(name, secret);
        if (!Arrays.equals(fingerprint, marks.all().get(name))) {
            marks.put(name, fingerprint);
        }
    }

    private static byte[] fingerprint(String name, byte[] secret) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(("encore secret " + name + "\0").getBytes(StandardCharsets.UTF_8));
            return digest.digest(secret);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
