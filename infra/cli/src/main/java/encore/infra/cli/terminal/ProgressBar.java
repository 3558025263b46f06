package encore.infra.cli.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Shows the progress of a command, with its rate: a bar on a terminal, nothing elsewhere. The remaining time follows after
 * ten seconds, because a command is slow while the server warms up.
 */
public final class ProgressBar implements AutoCloseable {

    private static final int WIDTH = 30;
    private static final int SECONDS_BEFORE_ESTIMATE = 10;
    private static final long REDRAW = Duration.ofMillis(100).toNanos();

    private final PrintWriter out;
    private final boolean terminal;
    private volatile long total;
    private final LongSupplier nanoTime;
    private final long startedAt;
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong drawn;

    public ProgressBar(PrintWriter out, boolean terminal, long total) {
        this(out, terminal, total, System::nanoTime);
    }

    ProgressBar(PrintWriter out, boolean terminal, long total, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
        this.total = total;
        this.nanoTime = nanoTime;
        this.startedAt = nanoTime.getAsLong();
        this.drawn = new AtomicLong(startedAt - REDRAW);
    }

    public void step() {
        drawIfDue(done.incrementAndGet());
    }

    /** Sets the progress of work that counts for itself and whose total may grow. */
    public void moveTo(long now, long ofTotal) {
        total = ofTotal;
        done.set(now);
        drawIfDue(now);
    }

    /** Prints a line in the place of the bar, which comes again below it. */
    public synchronized void say(String line) {
        out.printf(terminal ? "\r%-79s%n" : "%s%n", line);
        out.flush();
    }

    private void drawIfDue(long now) {
        long time = nanoTime.getAsLong();
        long last = drawn.get();
        if (terminal && time - last >= REDRAW && drawn.compareAndSet(last, time)) {
            draw(now);
        }
    }

    /** Draws the bar. The lock keeps two threads from mixing their output. */
    private synchronized void draw(long now) {
        double seconds = seconds();
        long all = Math.max(total, now);
        int filled = all == 0 ? WIDTH : (int) (WIDTH * now / all);
        out.printf(
                "\r[%s%s] %,d of %,d  %,.0f/s%s ",
                "=".repeat(filled), " ".repeat(WIDTH - filled), now, all, now / seconds, estimate(seconds, now, all));
        out.flush();
    }

    private static String estimate(double seconds, long now, long all) {
        if (seconds < SECONDS_BEFORE_ESTIMATE || now == 0) {
            return "";
        }
        long left = Math.round(seconds / now * (all - now));
        return String.format("  %d:%02d to go", left / 60, left % 60);
    }

    public double seconds() {
        return Math.max((nanoTime.getAsLong() - startedAt) / 1e9, 0.001);
    }

    public long done() {
        return done.get();
    }

    /** Ends the line of the bar. */
    @Override
    public void close() {
        if (terminal) {
            draw(done.get());
            out.println();
            out.flush();
        }
    }
}
