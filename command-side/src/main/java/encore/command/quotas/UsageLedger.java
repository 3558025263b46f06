package encore.command.quotas;

import encore.infra.eventstore.axon.CommitAdmission;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.kernel.Event;
import encore.kernel.quotas.Quota;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.axonframework.eventhandling.DomainEventMessage;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Counts the things that each account has in memory, from the log. Commits reserve what they add before they are queued, until the
 * counting has reached them. So commands at the same time never exceed a quota together.
 */
@Component
final class UsageLedger implements CommitAdmission {

    /** How long a commit waits for others of its account whose outcome may make room. */
    private static final long LONGEST_WAIT = Duration.ofMillis(500).toNanos();

    private static final Reservation NOTHING = outcome -> {};

    private final UsageOfEvents usageOfEvents;
    private final RecordMemoryLimit memoryLimit;
    private final ConcurrentMap<Long, AccountUsage> accounts = new ConcurrentHashMap<>();

    /** The bytes of all accounts, counted and reserved. */
    private final AtomicLong totalBytes = new AtomicLong();

    /** Reservations of durable commits that are not counted yet, by the position of the commit. Its own lock guards it. */
    private final TreeMap<Long, List<Runnable>> appended = new TreeMap<>();

    /** The position up to which events are counted. Changes under the lock of {@link #appended}. */
    private long position;

    /** @param memoryLimit comes from outside; the default where there is none */
    @Autowired
    UsageLedger(KeyStore keys, ObjectProvider<RecordMemoryLimit> memoryLimit) {
        this(new UsageOfEvents(new Hmacs(keys)), memoryLimit.getIfAvailable(RecordMemoryLimit::defaultLimit));
    }

    UsageLedger(UsageOfEvents usageOfEvents, RecordMemoryLimit memoryLimit) {
        this.usageOfEvents = usageOfEvents;
        this.memoryLimit = memoryLimit;
    }

    @Override
    public Reservation admit(List<DomainEventMessage<?>> events) {
        if (events.stream().noneMatch(event -> UsageOfEvents.counts(event.getPayloadType()))) {
            return NOTHING;
        }
        Map<Long, UsageChange> changes = new HashMap<>(2);
        for (DomainEventMessage<?> event : events) {
            long account = accountOf(event.getAggregateIdentifier());
            usageOfEvents.add(
                    account,
                    (Event) event.getPayload(),
                    changes.computeIfAbsent(account, ignored -> new UsageChange()));
        }
        List<Runnable> releases = new ArrayList<>(1);
        try {
            changes.forEach((account, change) -> {
                if (!change.isEmpty()) {
                    releases.add(reserve(account(account), change));
                }
            });
        } catch (AppendFailure.QuotaReached full) {
            releases.forEach(Runnable::run);
            throw full;
        }
        return outcome -> settle(releases, outcome);
    }

    private Runnable reserve(AccountUsage usage, UsageChange change) {
        synchronized (usage) {
            long deadline = System.nanoTime() + LONGEST_WAIT;
            while (true) {
                Quota exceeded = usage.exceededBy(change);
                if (exceeded == null) {
                    break;
                }
                long left = deadline - System.nanoTime();
                if (left <= 0 || !usage.mayHaveRoomSoon(exceeded, change)) {
                    throw new AppendFailure.QuotaReached("The account has reached its quota of "
                            + exceeded.toString().replace('_', ' ') + ", which is " + usage.most(exceeded) + ".");
                }
                await(usage, left);
            }
            long bytes = usage.bytesAddedBy(change);
            requireMemory(usage, bytes);
            totalBytes.addAndGet(bytes);
            AccountUsage.Reservation reservation = usage.reserve(change);
            return () -> {
                synchronized (usage) {
                    usage.release(reservation);
                    totalBytes.addAndGet(-bytes);
                    usage.notifyAll();
                }
            };
        }
    }

    /** Waits for another commit of the account. The caller holds the lock of the usage. */
    private static void await(AccountUsage usage, long nanos) {
        try {
            usage.wait(Math.max(1, Math.min(20, Duration.ofNanos(nanos).toMillis())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppendFailure.Unavailable("Interrupted while other commits of the account were awaited");
        }
    }

    /** Only what adds something is refused. */
    private void requireMemory(AccountUsage usage, long bytes) {
        if (bytes > 0 && totalBytes.get() + bytes > memoryLimit.bytes()) {
            throw new AppendFailure.QuotaReached(
                    "The records of all accounts take as much memory as they may, which is "
                            + inMegabytes(memoryLimit.bytes()) + ". The operator can raise it.");
        }
        if (bytes > 0 && usage.bytes + bytes > memoryLimit.ofOneAccount()) {
            throw new AppendFailure.QuotaReached(
                    "The account's records take as much memory as one account may, which is "
                            + inMegabytes(memoryLimit.ofOneAccount()) + ". The operator can raise it.");
        }
    }

    private static String inMegabytes(long bytes) {
        return (bytes >> 20) + " MB";
    }

    private void settle(List<Runnable> releases, @Nullable AppendedCommit outcome) {
        if (outcome != null) {
            synchronized (appended) {
                if (outcome.last() > position) {
                    appended.computeIfAbsent(outcome.last(), ignored -> new ArrayList<>(1))
                            .addAll(releases);
                    return;
                }
            }
        }
        releases.forEach(Runnable::run);
    }

    /** Counts a durable event. Called by one thread, in the order of the log. */
    void count(String stream, Event event) {
        UsageChange change = new UsageChange();
        long account = accountOf(stream);
        usageOfEvents.add(account, event, change);
        if (!change.isEmpty()) {
            AccountUsage usage = account(account);
            synchronized (usage) {
                long before = usage.bytes;
                usage.apply(change);
                totalBytes.addAndGet(usage.bytes - before);
            }
        }
    }

    /** Notes that all events up to a position are counted, and ends the reservations of their commits. */
    void countedUpTo(long end) {
        List<Runnable> done = new ArrayList<>();
        synchronized (appended) {
            position = end;
            Iterator<List<Runnable>> counted =
                    appended.headMap(end, true).values().iterator();
            while (counted.hasNext()) {
                done.addAll(counted.next());
                counted.remove();
            }
        }
        done.forEach(Runnable::run);
    }

    long position() {
        synchronized (appended) {
            return position;
        }
    }

    /** Takes over what was counted before, or nothing. Called before commands are decided. */
    void restore(long counted, Map<Long, AccountUsage> usages) {
        accounts.clear();
        accounts.putAll(usages);
        totalBytes.set(usages.values().stream().mapToLong(usage -> usage.bytes).sum());
        synchronized (appended) {
            position = counted;
        }
    }

    Map<Long, AccountUsage> accounts() {
        return accounts;
    }

    /** Returns the bytes that the records of all accounts take in memory, about. */
    long totalBytes() {
        return totalBytes.get();
    }

    private AccountUsage account(long account) {
        return accounts.computeIfAbsent(account, ignored -> new AccountUsage());
    }

    /** Returns the account from a stream's name {@code <kind>.<account>.<rest>}. */
    private static long accountOf(String stream) {
        int from = stream.indexOf('.') + 1;
        int to = stream.indexOf('.', from);
        return Long.parseLong(stream, from, to < 0 ? stream.length() : to, 10);
    }
}
