package encore.api.problems;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Makes the ids of new things and of requests. Gateways make them, so that a command that is sent again has the same ids. */
public final class Ids {

    /** The highest number that JavaScript represents exactly. */
    public static final long HIGHEST = (1L << 53) - 1;

    /** The pattern of the texts that {@link #uid} makes. */
    public static final String UID = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

    /** The message for a text that does not match {@link #UID}. */
    public static final String NO_UID = "must be a UUID of version 7, in small letters";

    private static final long EPOCH = Instant.parse("2025-01-01T00:00:00Z").toEpochMilli();
    private static final int CHANCE_BITS = 13;
    private static final long CHANCE_MASK = (1L << CHANCE_BITS) - 1;

    private static final int KEY_LENGTH = 12;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final AtomicLong LAST_NUMBER = new AtomicLong();

    private Ids() {}

    /**
     * Returns a new id that is a number below 2^53: 40 bits of milliseconds since 2025, then 13 random bits. Numbers of one
     * process always ascend, so they never clash: if the clock and chance give no higher number than the last one, it is the
     * last one plus one. Numbers of two gateways clash only if both draw the same bits in the same millisecond.
     */
    public static long number() {
        long millis = System.currentTimeMillis() - EPOCH;
        // Only the lower half of the random bits is drawn from. The other half of the numbers of a millisecond is left
        // for
        // counting up, so that even many calls seldom use up the numbers of the next millisecond.
        long fresh = (millis << CHANCE_BITS) | ThreadLocalRandom.current().nextLong(CHANCE_MASK / 2);
        return LAST_NUMBER.updateAndGet(last -> Math.max(last + 1, fresh));
    }

    /** Returns a UUIDv7 that nobody can guess. */
    public static String uid() {
        byte[] random = new byte[10];
        RANDOM.nextBytes(random);
        return version7(random);
    }

    /** Returns a session_uid: a UUIDv4, which has 122 random bits and cannot be guessed. */
    public static String sessionUid() {
        return UUID.randomUUID().toString();
    }

    /** Returns a key for the address of a page or link: 12 small letters and digits that nobody can guess. */
    public static String key() {
        var key = new StringBuilder(KEY_LENGTH);
        for (int i = 0; i < KEY_LENGTH; i++) {
            key.append(Character.forDigit(RANDOM.nextInt(Character.MAX_RADIX), Character.MAX_RADIX));
        }
        return key.toString();
    }

    /** Returns a UUIDv7 from a fast generator of random numbers. Use it where it does no harm if somebody guesses it. */
    public static String requestId() {
        byte[] random = new byte[10];
        ThreadLocalRandom.current().nextBytes(random);
        return version7(random);
    }

    private static String version7(byte[] random) {
        long high = System.currentTimeMillis() << 16 | 0x7000 | (random[0] & 0x0F) << 8 | (random[1] & 0xFF);
        long low = 0;
        for (int i = 2; i < random.length; i++) {
            low = low << 8 | (random[i] & 0xFF);
        }
        return new UUID(high, low & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L).toString();
    }
}
