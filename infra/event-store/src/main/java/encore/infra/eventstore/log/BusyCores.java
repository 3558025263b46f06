package encore.infra.eventstore.log;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Measures whether this process has kept the cores busy recently. Used by one thread at a time. */
public final class BusyCores {

    /** The system counts a process's time in hundredths of a second, so a shorter interval would be too coarse. */
    private static final long LATELY = Duration.ofMillis(200).toNanos();

    private static final double MOST_OF_THEM = 0.75;

    private final LongSupplier used;
    private final int cores;
    private long lookedAt = System.nanoTime();
    private long usedBefore;
    private boolean busy;

    /** @param used returns the processor time of all threads so far, in nanoseconds */
    public BusyCores(LongSupplier used, int cores) {
        this.used = used;
        this.cores = cores;
        this.usedBefore = used.getAsLong();
    }

    public static BusyCores ofThisProcess() {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new BusyCores(system::getProcessCpuTime, Runtime.getRuntime().availableProcessors());
    }

    public boolean areBusy() {
        long now = System.nanoTime();
        if (now - lookedAt >= LATELY) {
            long usedNow = used.getAsLong();
            busy = usedNow - usedBefore >= MOST_OF_THEM * cores * (now - lookedAt);
            lookedAt = now;
            usedBefore = usedNow;
        }
        return busy;
    }
}
