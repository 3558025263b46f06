package encore.infra.eventstore.heads;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.HashChain;
import encore.infra.eventstore.log.StartRefused;
import encore.kernel.audit.SignedHead;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signs and stores the head of the log when the process starts, and again when the last one is an hour old. */
public final class HeadSigningJob implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HeadSigningJob.class);
    private static final long INTERVAL_MILLIS = Duration.ofHours(1).toMillis();

    private final EventLog log;
    private final HeadSigner signer;
    private final HeadStore store;
    private final LongSupplier clock;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("head-keeper").factory());

    public HeadSigningJob(EventLog log, HeadSigner signer, HeadStore store) {
        this(log, signer, store, System::currentTimeMillis);
    }

    HeadSigningJob(EventLog log, HeadSigner signer, HeadStore store, LongSupplier clock) {
        this.log = log;
        this.signer = signer;
        this.store = store;
        this.clock = clock;
    }

    /** @throws StartRefused when the stored heads are of another installation */
    public void start() {
        requireOwnHeads();
        runAndLogFailure(this::signAndStore);
        thread.scheduleWithFixedDelay(() -> runAndLogFailure(this::signWhenDue), 1, 1, TimeUnit.MINUTES);
    }

    private void requireOwnHeads() {
        SignedHead last = store.last();
        String own = HexFormat.of().formatHex(signer.publicKey());
        if (last != null && !own.equals(last.publicKey())) {
            throw new StartRefused("The stored signed heads are signed with the key " + last.publicKey()
                    + ", and this installation signs with " + own + ": they are of another installation, so Encore"
                    + " does not start. Put the installation's own heads in their place (signed-heads in the data"
                    + " directory), or move them away.");
        }
    }

    /** When several processes share a log, the first one that checks stores the head for all of them. */
    void signWhenDue() {
        SignedHead last = store.last();
        if (last == null || timeOf(last) + INTERVAL_MILLIS <= clock.getAsLong()) {
            signAndStore();
        }
    }

    /**
     * Signs and stores the head, unless the log is empty. The times of stored heads increase even when the clock goes
     * back.
     */
    private void signAndStore() {
        long position = log.head();
        if (position > 0) {
            long at = Math.max(clock.getAsLong(), timeOf(store.last()) + 1);
            store.save(signer.sign(position, new HashChain(log).headAt(position), at));
        }
    }

    private static long timeOf(@Nullable SignedHead head) {
        return head == null || head.at() == null ? 0 : head.at();
    }

    /** Logs a failure and goes on, so that no start waits for a head. It is tried again within a minute. */
    private void runAndLogFailure(Runnable chore) {
        try {
            chore.run();
        } catch (RuntimeException e) {
            LOG.warn("The signed head of the log was not stored and will be tried again: {}", e.toString());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
