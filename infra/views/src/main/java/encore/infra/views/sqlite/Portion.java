package encore.infra.views.sqlite;

import java.time.Duration;

/**
 * The transactions of a file's writer. Each batch is one, or while the file is filled a part of a larger one, so that
 * what many batches write to one page is written to disk once. A crash loses the portion at hand and no more.
 */
final class Portion {

    /** Pages of write-ahead log between checkpoints: each copies a page once, however often it was written. */
    private static final int APART = 2_000;

    private static final int FAR_APART = 16_000;

    /** Documents of random keys touch most pages of a file within a second: each is written once a portion, twice. */
    private static final long LONGEST = Duration.ofSeconds(5).toNanos();

    private final Connected connected;
    private final boolean filling;
    private boolean open;
    private boolean soon;
    private long since;

    Portion(Connected connected, boolean filling) {
        this.connected = connected;
        this.filling = filling;
        connected.run("PRAGMA wal_autocheckpoint = " + (filling ? FAR_APART : APART));
    }

    void begin() {
        if (!open) {
            connected.run("BEGIN IMMEDIATE");
            open = true;
            since = System.nanoTime();
        }
        if (filling) {
            connected.run("SAVEPOINT batch");
        }
    }

    /** The batch at hand ends the portion: others look for what it writes. */
    void soon() {
        soon = true;
    }

    /** Ends a batch. */
    void commit() {
        if (filling) {
            connected.run("RELEASE batch");
        }
        if (!filling || soon || System.nanoTime() - since > LONGEST) {
            write();
        }
    }

    /** Undoes a batch; throws when more than that is lost. */
    void rollBack() {
        connected.run(filling ? "ROLLBACK TO batch" : "ROLLBACK");
        if (filling) {
            connected.run("RELEASE batch");
        } else {
            open = false;
        }
    }

    /** Between batches: what they wrote is in the file, for whoever reads it. */
    void write() {
        if (open) {
            connected.run("COMMIT");
            open = false;
            soon = false;
        }
    }
}
