package encore.infra.eventstore.heads;

import encore.infra.eventstore.keys.KeyStore;
import encore.kernel.audit.SignedHead;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Signs heads of the log with the installation's Ed25519 key, so that anyone can check that this installation made
 * them.
 */
public final class HeadSigner {

    /** The bytes before the 32 bytes of an Ed25519 key in its X.509 form (RFC 8410). */
    private static final byte[] X509 = {0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};

    private static final int SIZE = 32;
    private static final HexFormat HEX = HexFormat.of();

    private final KeyPair keys;

    private HeadSigner(KeyPair keys) {
        this.keys = keys;
    }

    /** Returns a signer with the key from the key store, which is the same on every node. */
    public static HeadSigner of(KeyStore store) {
        return ofSeed(store.installationSecret("head-signing"));
    }

    /** @param seed the private key of RFC 8032, 32 bytes */
    static HeadSigner ofSeed(byte[] seed) {
        try {
            // The JDK creates a public key only with its private key, for which it asks a random source.
            KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
            generator.initialize(NamedParameterSpec.ED25519, new FixedSeed(seed));
            return new HeadSigner(generator.generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Signs a head.
     *
     * @param at the time, in milliseconds since 1970
     */
    public SignedHead sign(long position, byte[] head, long at) {
        String hash = HEX.formatHex(head);
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(keys.getPrivate());
            signature.update(text(position, hash, at));
            return new SignedHead(position, hash, at, HEX.formatHex(signature.sign()), HEX.formatHex(publicKey()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the 32 bytes of the public key. */
    public byte[] publicKey() {
        return Arrays.copyOfRange(keys.getPublic().getEncoded(), X509.length, X509.length + SIZE);
    }

    /** Returns whether a head is signed by the key that it names. */
    public static boolean isSigned(SignedHead head) {
        try {
            byte[] publicKey = HEX.parseHex(head.publicKey());
            byte[] encoded = Arrays.copyOf(X509, X509.length + publicKey.length);
            System.arraycopy(publicKey, 0, encoded, X509.length, publicKey.length);
            PublicKey key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
            Signature signature = Signature.getInstance("Ed25519");
            signature.initVerify(key);
            signature.update(text(head.position(), head.hash(), head.at()));
            return signature.verify(HEX.parseHex(head.signature()));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    private static byte[] text(long position, String hash, @Nullable Long at) {
        String text = at == null
                ? "encore head 1\n" + position + "\n" + hash + "\n"
                : "encore head 2\n" + position + "\n" + hash + "\n" + at + "\n";
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A random source that always returns the given seed. */
    private static final class FixedSeed extends SecureRandom {

        private final transient byte[] seed;

        FixedSeed(byte[] seed) {
            this.seed = seed;
        }

        @Override
        public void nextBytes(byte[] bytes) {
            if (bytes.length != seed.length) {
                throw new IllegalStateException("The JDK asked for a seed of " + bytes.length + " bytes");
            }
            System.arraycopy(seed, 0, bytes, 0, bytes.length);
        }
    }
}
