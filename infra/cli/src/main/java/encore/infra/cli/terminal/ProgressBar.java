package encore.infra.cli.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Shows the progress of a command, with rate and remaining time: a bar on a terminal, nothing elsewhere. */
public final class ProgressBar implements AutoCloseable {

    private static final int WIDTH = 30;
    private static final long REDRAW = Duration.ofMillis(100).toNanos();

    private final PrintWriter out;
    private final boolean terminal;
    private volatile long total;
    private final long startedAt = System.nanoTime();
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong drawn = new AtomicLong(startedAt - REDRAW);

    public ProgressBar(PrintWriter out, boolean terminal, long total) {
        this.out = out;
        this.terminal = terminal;
        this.total = total;
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

    private void drawIfDue(long now) {
        long time = System.nanoTime();
        long last = drawn.get();
        if (terminal && time - last >= REDRAW && drawn.compareAndSet(last, time)) {
            draw(now);
        }
    }

    /** Draws the bar. The lock keeps two threads from mixing their output. */
    private synchronized void draw(long now) {
        double seconds = seconds();
        long all = Math.max(total, now);
        long left = now == 0 ? 0 : Math.round(seconds / now * (all - now));
        int filled = all == 0 ? WIDTH : (int) (WIDTH * now / all);
        out.printf(
                "\r[%s%s] %,d of %,d  %,.0f/s  %d:%02d to go ",
                "=".repeat(filled), " ".repeat(WIDTH - filled), now, all, now / seconds, left / 60, left % 60);
        out.flush();
    }

    public double seconds() {
        return Math.max((System.nanoTime() - startedAt) / 1e9, 0.001);
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
