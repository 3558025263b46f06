package encore.command.contacts;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request for a code, as its contact remembers it for an hour.
 *
 * @param callerNetwork the caller's IPv4 address or IPv6 network; null if limits by address do not apply
 * @param tries the wrong codes that were given
 * @param isAccepted whether the code was used up
 * @param verificationHash the keyed hash of the verification that was issued; null if there is none, or it was used
 */
record CodeRequest(
        String requestUid,
        @Nullable String callerNetwork,
        Instant expiresAt,
        Instant countedUntil,
        int tries,
        boolean isAccepted,
        @Nullable String verificationHash,
        @Nullable Instant verificationExpiresAt,
        boolean isDelivered) {

    private static final int MAX_TRIES = 5;

    static CodeRequest of(String requestUid, @Nullable String callerNetwork, Instant expiresAt, Instant countedUntil) {
        return new CodeRequest(requestUid, callerNetwork, expiresAt, countedUntil, 0, false, null, null, false);
    }

    CodeRequest withWrongTry() {
        return new CodeRequest(
                requestUid,
                callerNetwork,
                expiresAt,
                countedUntil,
                tries + 1,
                isAccepted,
                verificationHash,
                verificationExpiresAt,
                isDelivered);
    }

    CodeRequest accepted(@Nullable String hash, @Nullable Instant until) {
        return new CodeRequest(
                requestUid, callerNetwork, expiresAt, countedUntil, tries, true, hash, until, isDelivered);
    }

    CodeRequest withUsedVerification() {
        return accepted(null, null);
    }

    CodeRequest delivered() {
        return new CodeRequest(
                requestUid,
                callerNetwork,
                expiresAt,
                countedUntil,
                tries,
                isAccepted,
                verificationHash,
                verificationExpiresAt,
                true);
    }

    /** Returns whether the code of this request may still be tried. */
    boolean isOpen(Instant now) {
        return !isAccepted && tries < MAX_TRIES && now.isBefore(expiresAt);
    }

    /** Returns whether this is the verification of the request, in constant time. */
    boolean isVerifiedBy(String hash, Instant now) {
        return verificationHash != null
                && verificationExpiresAt != null
                && now.isBefore(verificationExpiresAt)
                && MessageDigest.isEqual(
                        verificationHash.getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.US_ASCII));
    }
}
