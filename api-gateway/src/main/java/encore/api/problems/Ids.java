package encore.api.problems;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Mints ids for commands and requests. */
public final class Ids {

    /** The highest number that JavaScript holds exactly. */
    public static final long HIGHEST = (1L << 53) - 1;

    /** The pattern of the uids that we mint. */
    public static final String UID = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

    /** The message for a text that is no such uid. */
    public static final String NO_UID = "must be a UUID of version 7, in small letters";

    private static final long EPOCH = Instant.parse("2025-01-01T00:00:00Z").toEpochMilli();
    private static final int CHANCE_BITS = 13;
    private static final long CHANCE_MASK = (1L << CHANCE_BITS) - 1;

    private static final int KEY_LENGTH = 12;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final AtomicLong LAST_NUMBER = new AtomicLong();

    private Ids() {}

    /**
     * Returns a number below 2^53: 40 bits of milliseconds since 2025 and 13 random bits. Two numbers of one gateway never
     * clash: a second one in the same millisecond counts on from the first.
     */
    public static long number() {
        long millis = System.currentTimeMillis() - EPOCH;
        // The upper half of the range stays free, so that counting on seldom reaches the next millisecond.
        long fresh = (millis << CHANCE_BITS) | ThreadLocalRandom.current().nextLong(CHANCE_MASK / 2);
        return LAST_NUMBER.updateAndGet(last -> Math.max(last + 1, fresh));
    }

    /** Returns a UUIDv7 that nobody can guess. */
    public static String uid() {
        byte[] random = new byte[10];
        RANDOM.nextBytes(random);
        return version7(random);
    }

    /** Returns a session_uid: a UUIDv4, all of whose 122 free bits nobody can guess. */
    public static String sessionUid() {
        return UUID.randomUUID().toString();
    }

    /** Returns a key for addresses: 12 small letters and digits that nobody can guess. */
    public static String key() {
        var key = new StringBuilder(KEY_LENGTH);
        for (int i = 0; i < KEY_LENGTH; i++) {
            key.append(Character.forDigit(RANDOM.nextInt(Character.MAX_RADIX), Character.MAX_RADIX));
        }
        return key.toString();
    }

    /** Returns a UUIDv7 that may be guessed, which is cheaper. */
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
