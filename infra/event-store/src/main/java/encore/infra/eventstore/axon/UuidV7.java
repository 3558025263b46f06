package encore.infra.eventstore.axon;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.axonframework.common.IdentifierFactory;

/**
 * Makes ids that grow with time (UUIDv7, RFC 9562), so that indexes over them stay in the cache. They are unique, not
 * secret.
 */
public final class UuidV7 extends IdentifierFactory {

    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    public static UUID next() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long time = System.currentTimeMillis() << 16;
        return new UUID(time | VERSION | random.nextInt(1 << 12), VARIANT | random.nextLong() >>> 2);
    }

    public static byte[] nextBytes() {
        UUID id = next();
        return ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    /** Makes the ids of Axon's messages. They need no secure random numbers. */
    @Override
    public String generateIdentifier() {
        return next().toString();
    }
}
