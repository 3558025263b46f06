package encore.kernel.audit;

/**
 * A key that heads of the log are signed with.
 *
 * @param algorithm of the signatures
 * @param publicKey its 32 bytes, hex
 */
public record HeadKey(String algorithm, String publicKey) {}
