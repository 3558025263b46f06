package encore.kernel.audit;

/**
 * A key that heads of the log are signed with.
 *
 * @param algorithm the algorithm of the signatures
 * @param publicKey the 32 bytes of the public key, hex
 */
public record HeadKey(String algorithm, String publicKey) {}
