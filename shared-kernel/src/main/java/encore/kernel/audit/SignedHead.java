package encore.kernel.audit;

/**
 * The head of the hash chain at a position, signed by the installation: who keeps one can tell for ever whether the log
 * before it was changed.
 *
 * @param hash of the head, hex
 * @param signature Ed25519 over {@code encore head 1\n<position>\n<hash>\n}, hex
 * @param publicKey the 32 bytes of the key that signed, hex
 */
public record SignedHead(long position, String hash, String signature, String publicKey) {}
