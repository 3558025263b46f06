package encore.command.quotas;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.EventSelection;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.TailReader;
import encore.infra.eventstore.process.ProcessStore.NotOwner;
import encore.infra.eventstore.process.ProcessStores;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Counts the events of the log into the {@link UsageLedger}, on a thread of its own, and stores what it counted. */
@Component
final class UsageFollower implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(UsageFollower.class);
    private static final int BATCH = 1_000;

    /** A start counts so many events before it goes on. More are counted while the process serves. */
    private static final long MAX_AT_START = 50_000;

    private static final long WRITE_INTERVAL = Duration.ofSeconds(10).toNanos();

    /** While nothing else changed, the position is written when it is so far ahead: a start reads less. */
    private static final long MAX_UNWRITTEN = 20_000;

    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(1);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final UsageLedger ledger;
    private final UsageStore store;
    private final EventTail tail;
    private final TailReader reader;
    private final Thread thread =
            Thread.ofPlatform().daemon().name("account_usage").unstarted(this::run);
    private final boolean isNew;
    private AutoCloseable subscription = () -> {};
    private volatile boolean closed;
    private volatile boolean woken;
    private long writtenAt = System.nanoTime();
    private long writtenPosition;
    private boolean isFirstWrite = true;

    UsageFollower(UsageLedger ledger, ProcessStores stores, EventTail tail) {
        this.ledger = ledger;
        this.store = new UsageStore(stores.open(ProcessStores.USAGE));
        this.tail = tail;
        UsageStore.Counted counted = store.read(tail.head());
        ledger.restore(counted.position(), counted.accounts());
        writtenPosition = counted.position();
        isNew = counted.position() == 0;
        reader = tail.openReader(new EventSelection(UsageOfEvents.PERSONAL, UsageOfEvents.OTHERS));
    }

    @Override
    public void start() {
        if (tail.head() - ledger.position() <= MAX_AT_START) {
            while (countPage()) {
                // Reads on.
            }
        }
        subscription = tail.onAppended(
                new EventSelection(UsageOfEvents.PERSONAL, UsageOfEvents.OTHERS).allTypes(), this::wake);
        thread.start();
    }

    private void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            try {
                woken = false;
                boolean more = countPage();
                if (isWriteDue()) {
                    write();
                }
                if (!more && !woken && !closed) {
                    LockSupport.parkNanos(LONGEST_SLEEP.toNanos());
                }
            } catch (RuntimeException | Error e) {
                LOG.warn("What accounts use is not counted now; tried again shortly: {}", String.valueOf(e));
                LockSupport.parkNanos(LONGEST_SLEEP.toNanos());
            }
        }
    }

    /** Counts one page. Returns whether there is more. */
    private boolean countPage() {
        long from = ledger.position();
        EventPage<RecordedEvent> page = reader.read(from, BATCH);
        for (RecordedEvent recordedEvent : page.events()) {
            ledger.count(recordedEvent.stream(), recordedEvent.event());
        }
        ledger.countedUpTo(page.end());
        return page.end() > from && page.end() < tail.head();
    }

    private boolean isWriteDue() {
        long position = ledger.position();
        return position > writtenPosition
                && System.nanoTime() - writtenAt >= WRITE_INTERVAL
                && (position - writtenPosition >= MAX_UNWRITTEN
                        || ledger.accounts().values().stream().anyMatch(usage -> usage.isChanged));
    }

    private void write() {
        try {
            store.write(ledger.position(), ledger.accounts(), isNew && isFirstWrite);
            isFirstWrite = false;
        } catch (NotOwner e) {
            LOG.debug("Another process stores what accounts use");
        }
        writtenAt = System.nanoTime();
        writtenPosition = ledger.position();
    }

    @Override
    public void stop() {
        closed = true;
        wake();
        try {
            subscription.close();
            thread.join(STOP_TIMEOUT);
            if (!thread.isAlive() && ledger.position() > writtenPosition) {
                write();
            }
        } catch (Exception e) {
            LOG.warn("What accounts use was not stored, and is counted again: {}", String.valueOf(e));
        }
        reader.close();
    }

    @Override
    public boolean isRunning() {
        return thread.isAlive();
    }

    /** Starts before every part that sends commands, and stops after them. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }
}
