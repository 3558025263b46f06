package encore.infra.eventstore.log.adapter;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Measures whether this process has kept the cores busy recently. Used by one thread at a time. */
public final class CpuLoad {

    /** The system counts a process's time in hundredths of a second, so a shorter interval would be too coarse. */
    private static final long INTERVAL_NANOS = Duration.ofMillis(200).toNanos();

    private static final double HIGH_SHARE = 0.75;

    private final LongSupplier used;
    private final int cores;
    private long measuredAt = System.nanoTime();
    private long usedBefore;
    private boolean busy;

    /** @param used returns the processor time of all threads so far, in nanoseconds */
    public CpuLoad(LongSupplier used, int cores) {
        this.used = used;
        this.cores = cores;
        this.usedBefore = used.getAsLong();
    }

    public static CpuLoad ofThisProcess() {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new CpuLoad(system::getProcessCpuTime, Runtime.getRuntime().availableProcessors());
    }

    public boolean isHigh() {
        long now = System.nanoTime();
        if (now - measuredAt >= INTERVAL_NANOS) {
            long usedNow = used.getAsLong();
            busy = usedNow - usedBefore >= HIGH_SHARE * cores * (now - measuredAt);
            measuredAt = now;
            usedBefore = usedNow;
        }
        return busy;
    }
}
