package encore.infra.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Records the CPU time that the host takes from a virtual machine during a load, in quarters of a second. The latency
 * of a load that leaves cores idle depends on it. Less than a tick is not seen, and a delayed request may be answered a
 * quarter later.
 */
final class StolenTime {

    private static final Path CORES = Path.of("/proc/stat");
    private static final int STEAL = 8;
    private static final long QUARTER = 250_000_000;

    /**
     * The answers of one quarter, as a range of indexes, and the ticks of a hundredth of a second that were taken in
     * it.
     */
    private record Quarter(int from, int to, long taken) {}

    private final List<Quarter> quarters = new ArrayList<>();
    private long next;
    private long before = -1;
    private int answered;

    /** @param from the start of the first quarter, as a time of {@link System#nanoTime()} */
    StolenTime(long from) {
        next = from;
    }

    /** Ends the current quarter if it is over. Call it often. */
    void sample(long now, int answeredSoFar) {
        if (now < next) {
            return;
        }
        long taken = taken();
        if (before >= 0) {
            quarters.add(new Quarter(answered, answeredSoFar, taken - before));
        }
        before = taken;
        answered = answeredSoFar;
        next = now + QUARTER;
    }

    /** Returns the latencies of quarters in which the host took nothing. */
    long[] undisturbed(long[] latencies) {
        return quarters.stream()
                .filter(one -> one.taken == 0)
                .flatMapToLong(one -> Arrays.stream(
                        latencies, Math.min(one.from, latencies.length), Math.min(one.to, latencies.length)))
                .toArray();
    }

    @Override
    public String toString() {
        return "the host took %.2f s of the cores' time, some in %d of %d quarters of a second"
                .formatted(
                        quarters.stream().mapToLong(Quarter::taken).sum() / 100.0,
                        quarters.stream().filter(one -> one.taken > 0).count(),
                        quarters.size());
    }

    private static long taken() {
        try (var lines = Files.lines(CORES)) {
            return Long.parseLong(lines.findFirst().orElseThrow().split(" +")[STEAL]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
