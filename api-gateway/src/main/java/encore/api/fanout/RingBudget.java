package encore.api.fanout;

import java.util.concurrent.atomic.AtomicLong;

/** The memory that the rings of all rooms may take together: an eighth of the heap. */
final class RingBudget {

    private final long limit;
    private final AtomicLong used = new AtomicLong();

    RingBudget(long limit) {
        this.limit = limit;
    }

    static RingBudget ofHeap() {
        return new RingBudget(Runtime.getRuntime().maxMemory() / 8);
    }

    void add(long bytes) {
        used.addAndGet(bytes);
    }

    boolean isExceeded() {
        return used.get() > limit;
    }

    long used() {
        return used.get();
    }
}
