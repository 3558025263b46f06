package encore.kernel.audit;

import org.jspecify.annotations.Nullable;

/**
 * The head of the hash chain at a position, signed by the installation: who keeps one can tell for ever whether the log
 * before it was changed, and whether it was as long at that time.
 *
 * @param hash of the head, hex
 * @param at when it was signed, in milliseconds since 1970; null in heads of builds that signed no time
 * @param signature Ed25519 over {@code encore head 2\n<position>\n<hash>\n<at>\n} (without a time {@code encore head
 *     1\n<position>\n<hash>\n}), hex
 * @param publicKey the 32 bytes of the key that signed, hex
 */
public record SignedHead(
        long position, String hash, @Nullable Long at, String signature, String publicKey) {}
