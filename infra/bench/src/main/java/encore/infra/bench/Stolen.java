package encore.infra.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the host of a virtual machine took from its cores while a load ran, by quarters of a second: the latency of a load that
 * leaves cores idle follows it. What is less than a tick is not seen, and what was held up may be answered a quarter later.
 */
final class Stolen {

    private static final Path CORES = Path.of("/proc/stat");
    private static final int STEAL = 8;
    private static final long QUARTER = 250_000_000;

    /** What was answered in one quarter, by its places, and how many ticks of a hundredth of a second were taken in it. */
    private record Quarter(int from, int to, long taken) {}

    private final List<Quarter> quarters = new ArrayList<>();
    private long next;
    private long before = -1;
    private int answered;

    /** @param from when the first quarter begins, as {@link System#nanoTime()} tells time */
    Stolen(long from) {
        next = from;
    }

    /** Asked often, it ends a quarter that is over. */
    void at(long now, int answeredSoFar) {
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

    /** The latencies of what was answered while nothing was taken. */
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
