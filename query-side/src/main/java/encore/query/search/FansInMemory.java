package encore.query.search;

import encore.infra.eventstore.Recorded;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.identifiers.IdentifierEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The fans of all accounts in memory, for many readers and one writer. A search sees whole events. */
final class FansInMemory {

    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<Long, FansOfAccount> accounts = new HashMap<>();

    /** Changes what readers see, all of it at once. */
    void write(Runnable changes) {
        lock.writeLock().lock();
        try {
            changes.run();
        } finally {
            lock.writeLock().unlock();
        }
    }

    // Inside write:

    FansOfAccount account(long account) {
        return accounts.computeIfAbsent(account, number -> new FansOfAccount());
    }

    void apply(Recorded recorded) {
        long at = recorded.at().toEpochMilli();
        switch (recorded.event()) {
            case FanEvent event -> account(event.fan().account()).apply(event, recorded.position(), at);
            case IdentifierEvent event -> account(event.subject().account()).apply(event, at);
            case ActivityRecorded event ->
                account(event.fan().account()).active(event.fan().number(), at);
            default -> {}
        }
    }

    // For everyone:

    List<Long> matching(FindMatchingFans query) {
        lock.readLock().lock();
        try {
            FansOfAccount account = accounts.get(query.account());
            return account == null ? List.of() : account.matching(query);
        } finally {
            lock.readLock().unlock();
        }
    }
}
