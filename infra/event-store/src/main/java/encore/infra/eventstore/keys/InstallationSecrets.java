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
 * The installation's secrets. The constructor checks that the log was written with them: with other secrets every
 * api_secret, claim and proof would stop matching, and no error would say why.
 */
public final class InstallationSecrets {

    private static final int BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, byte[]> known = new ConcurrentHashMap<>();
    private final MasterKey master;
    private final SecretMarks marks;
    private final Keeping keeping;

    /** Stores a wrapped secret durably under a name if none is stored, and returns the stored one. */
    @FunctionalInterface
    public interface Keeping {
        byte[] keep(String name, byte[] wrapped);
    }

    /**
     * @param kept all stored secrets, wrapped
     * @throws LogRefused when a secret is missing, or the log was written with another one
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
     * Throws when the log has events and no secrets are stored. Call this before new secrets would be created.
     *
     * @param kept the number of stored secrets
     * @param place the name of the place where they should be
     */
    public static void mustNotBeLost(int kept, SecretMarks marks, String place) {
        if (kept == 0 && marks.hasEvents()) {
            throw new LogRefused("The log has events, but its keys are lost: there are none in " + place
                    + ". Restore them from their backup. Encore does not replace lost keys by new ones.");
        }
    }

    private void mustBe(String name, byte[] fingerprint) {
        byte[] secret = known.get(name);
        if (secret == null || !MessageDigest.isEqual(fingerprint(name, secret), fingerprint)) {
            throw new LogRefused("The log was written with other keys: the secret '" + name
                    + "' is " + (secret == null ? "missing" : "another")
                    + ". Restore the keys from the backup that belongs to this log.");
        }
    }

    /** Returns a secret of 32 bytes by name. It is created when it does not exist. */
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
