package encore.kernel.audit;

import org.jspecify.annotations.Nullable;

/**
 * The head of the hash chain at a position, signed by the installation. With a stored head anybody can check for ever
 * that the log before it was not changed, and that it had this length at that time.
 *
 * @param hash the hash of the head, hex
 * @param at the time of signing, in milliseconds since 1970; null in heads of builds that did not sign a time
 * @param signature Ed25519 over {@code encore head 2\n<position>\n<hash>\n<at>\n} (without a time
 *     {@code encore head 1\n<position>\n<hash>\n}), hex
 * @param publicKey the 32 bytes of the key that signed, hex
 */
public record SignedHead(
        long position, String hash, @Nullable Long at, String signature, String publicKey) {}
