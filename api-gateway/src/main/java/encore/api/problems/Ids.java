package encore.api.problems;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Mints the ids that enter with a command. */
public final class Ids {

    /** The highest number that JavaScript holds exactly. */
    public static final long HIGHEST = (1L << 53) - 1;

    /** How the uids that we mint are spelled. */
    public static final String UID = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

    /** Says so of one that is spelled otherwise. */
    public static final String NO_UID = "must be a UUID of version 7, in small letters";

    private static final long EPOCH = Instant.parse("2025-01-01T00:00:00Z").toEpochMilli();
    private static final int CHANCE_BITS = 13;
    private static final long CHANCE_MASK = (1L << CHANCE_BITS) - 1;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final AtomicLong LAST_NUMBER = new AtomicLong();

    private Ids() {}

    /**
     * A number below 2^53: 40 bits of milliseconds since 2025, 13 bits of chance. Two from one gateway never clash: a
     * further one of the same millisecond counts on from the last.
     */
    public static long number() {
        long millis = System.currentTimeMillis() - EPOCH;
        // Half the range is left free above, so that counting on seldom reaches the next millisecond.
        long fresh = (millis << CHANCE_BITS) | ThreadLocalRandom.current().nextLong(CHANCE_MASK / 2);
        return LAST_NUMBER.updateAndGet(last -> Math.max(last + 1, fresh));
    }

    /** A UUIDv7. */
    public static String uid() {
        byte[] chance = new byte[10];
        RANDOM.nextBytes(chance);
        return version7(chance);
    }

    /** A UUIDv7 that nobody needs to be unable to guess: cheaper. */
    public static String requestId() {
        byte[] chance = new byte[10];
        ThreadLocalRandom.current().nextBytes(chance);
        return version7(chance);
    }

    private static String version7(byte[] chance) {
        long high = System.currentTimeMillis() << 16 | 0x7000 | (chance[0] & 0x0F) << 8 | (chance[1] & 0xFF);
        long low = 0;
        for (int i = 2; i < chance.length; i++) {
            low = low << 8 | (chance[i] & 0xFF);
        }
        return new UUID(high, low & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L).toString();
    }
}
