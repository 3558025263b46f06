package encore.infra.eventstore.keys;

import encore.infra.eventstore.log.StartRefused;
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
    private final Map<String, byte[]> secrets = new ConcurrentHashMap<>();
    private final MasterKey master;
    private final SecretFingerprints fingerprints;
    private final SecretWriter writer;

    /** Stores a wrapped secret durably under a name if none is stored, and returns the stored one. */
    @FunctionalInterface
    public interface SecretWriter {
        byte[] writeIfAbsent(String name, byte[] wrapped);
    }

    /**
     * @param kept all stored secrets, wrapped
     * @throws StartRefused when a secret is missing, or the log was written with another one
     */
    public InstallationSecrets(
            Map<String, byte[]> kept, MasterKey master, SecretFingerprints fingerprints, SecretWriter secretWriter) {
        this.master = master;
        this.fingerprints = fingerprints;
        this.writer = secretWriter;
        kept.forEach((name, wrapped) -> secrets.put(name, master.unwrap(MasterKey.purposeOfSecret(name), wrapped)));
        if (fingerprints.hasEvents()) {
            fingerprints.all().forEach(this::requireFingerprint);
        }
        secrets.forEach(this::saveFingerprint);
    }

    /**
     * Throws when the log has events and no secrets are stored. Call this before new secrets would be created.
     *
     * @param kept the number of stored secrets
     * @param place the name of the place where they should be
     */
    public static void requireKeysPresent(int kept, SecretFingerprints fingerprints, String place) {
        if (kept == 0 && fingerprints.hasEvents()) {
            throw new StartRefused("The log has events, but its keys are lost: there are none in " + place
                    + ". Restore them from their backup. Encore does not replace lost keys by new ones.");
        }
    }

    private void requireFingerprint(String name, byte[] fingerprint) {
        byte[] secret = secrets.get(name);
        if (secret == null || !MessageDigest.isEqual(fingerprint(name, secret), fingerprint)) {
            throw new StartRefused("The log was written with other keys: the secret '" + name
                    + "' is " + (secret == null ? "missing" : "another")
                    + ". Restore the keys from the backup that belongs to this log.");
        }
    }

    /** Returns a secret of 32 bytes by name. It is created when it does not exist. */
    public byte[] get(String name) {
        return secrets.computeIfAbsent(name, this::make).clone();
    }

    private byte[] make(String name) {
        byte[] made = new byte[BYTES];
        random.nextBytes(made);
        byte[] secret = master.unwrap(
                MasterKey.purposeOfSecret(name),
                writer.writeIfAbsent(name, master.wrap(MasterKey.purposeOfSecret(name), made)));
        saveFingerprint(name, secret);
        return secret;
    }

    private void saveFingerprint(String name, byte[] secret) {
        byte[] fingerprint = fingerprint(name, secret);
        if (!Arrays.equals(fingerprint, fingerprints.all().get(name))) {
            fingerprints.put(name, fingerprint);
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
