package encore.command.quotas;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/**
 * The bytes that the records of all accounts may take in memory together. Boards of points are not among them: they leave
 * memory when they need more than their own limit.
 */
public record RecordMemoryLimit(long bytes) {

    /** Of a hundred bytes of the old generation; the others are for boards, caches and the server itself. */
    private static final int SHARE = 55;

    /** Returns the default limit: 55 % of the old generation, in which long-lived objects are. */
    public static RecordMemoryLimit defaultLimit() {
        return new RecordMemoryLimit(oldGeneration() / 100 * SHARE);
    }

    private static long oldGeneration() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .filter(pool -> pool.getName().contains("Old") || pool.getName().contains("Tenured"))
                .mapToLong(RecordMemoryLimit::most)
                .findFirst()
                .orElseGet(() -> Runtime.getRuntime().maxMemory());
    }

    private static long most(MemoryPoolMXBean pool) {
        long most = pool.getUsage().getMax();
        return most > 0 ? most : Runtime.getRuntime().maxMemory();
    }

    /** Returns the bytes that one account may take: the rest is for the others. */
    long ofOneAccount() {
        return bytes - bytes / 10;
    }
}
