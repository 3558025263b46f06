package encore.api.calls;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.kernel.calls.CallSelection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The last calls of this gateway, in memory: at most 10,000 of an account and 16 MB in all, oldest out. A call never waits
 * for the lock. It leaves its entry in a stack without a lock; whoever gets the lock moves the entries of the stack into the
 * lists.
 */
@Component
final class CallLog {

    static final int MAX_OF_ACCOUNT = 10_000;
    static final long MAX_BYTES = 16_000_000;

    /** An account's list, with its node and its slot in the map. */
    private static final int ACCOUNT_BYTES = 128;

    private final int maxOfAccount;
    private final long maxBytes;

    /** The entries that are not in the lists yet, newest first. */
    private final AtomicReference<@Nullable CallEntry> recorded = new AtomicReference<>();

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Long, OfAccount> accounts = new HashMap<>();

    @GuardedBy("lock")
    private @Nullable CallEntry oldest;

    @GuardedBy("lock")
    private @Nullable CallEntry newest;

    @GuardedBy("lock")
    private long bytes;

    /** The entries of an account, oldest first. The lock of the log guards it. */
    private static final class OfAccount {
        @Nullable
        CallEntry oldest;

        @Nullable
        CallEntry newest;

        int count;
    }

    /** Sees entries while the log is locked. */
    interface Visitor {

        /** @param isSelected whether the selection contains the entry, apart from its status */
        void see(CallEntry entry, boolean isSelected);
    }

    CallLog() {
        this(MAX_OF_ACCOUNT, MAX_BYTES);
    }

    CallLog(int maxOfAccount, long maxBytes) {
        this.maxOfAccount = maxOfAccount;
        this.maxBytes = maxBytes;
    }

    void record(CallEntry entry) {
        CallEntry before;
        do {
            before = recorded.get();
            entry.next = before;
        } while (!recorded.compareAndSet(before, entry));
        if (lock.tryLock()) {
            try {
                moveRecorded();
            } finally {
                lock.unlock();
            }
        }
    }

    @GuardedBy("lock")
    private void moveRecorded() {
        CallEntry entry = recorded.getAndSet(null);
        CallEntry first = null;
        while (entry != null) {
            CallEntry before = entry.next;
            entry.next = first;
            first = entry;
            entry = before;
        }
        while (first != null) {
            CallEntry after = first.next;
            first.next = null;
            add(first);
            first = after;
        }
    }

    @GuardedBy("lock")
    private void add(CallEntry entry) {
        OfAccount of = accounts.get(entry.account);
        if (of == null) {
            of = new OfAccount();
            accounts.put(entry.account, of);
            bytes += ACCOUNT_BYTES;
        }
        if (of.newest == null) {
            of.oldest = entry;
        } else {
            of.newest.nextOfAccount = entry;
        }
        of.newest = entry;
        of.count++;
        entry.previous = newest;
        if (newest == null) {
            oldest = entry;
        } else {
            newest.next = entry;
        }
        newest = entry;
        bytes += entry.bytes();
        if (of.count > maxOfAccount) {
            removeOldestOf(of);
        }
        // The oldest entry of all is the oldest of its account.
        while (bytes > maxBytes && oldest != null) {
            removeOldestOf(accounts.get(oldest.account));
        }
    }

    @GuardedBy("lock")
    private void removeOldestOf(@Nullable OfAccount of) {
        CallEntry removed = of == null ? null : of.oldest;
        if (of == null || removed == null) {
            throw new IllegalStateException("An entry is in no list of an account");
        }
        of.oldest = removed.nextOfAccount;
        of.count--;
        if (of.oldest == null) {
            of.newest = null;
            accounts.remove(removed.account);
            bytes -= ACCOUNT_BYTES;
        }
        if (removed.previous == null) {
            oldest = removed.next;
        } else {
            removed.previous.next = removed.next;
        }
        if (removed.next == null) {
            newest = removed.previous;
        } else {
            removed.next.previous = removed.previous;
        }
        removed.next = null;
        removed.previous = null;
        removed.nextOfAccount = null;
        bytes -= removed.bytes();
    }

    /**
     * Returns the newest entries that a selection contains, oldest first.
     *
     * @param visitor sees each entry of the account, oldest first
     */
    Deque<CallEntry> find(CallSelection selection, Visitor visitor) {
        Deque<CallEntry> found = new ArrayDeque<>();
        lock.lock();
        try {
            moveRecorded();
            OfAccount of = accounts.get(selection.account());
            for (CallEntry entry = of == null ? null : of.oldest; entry != null; entry = entry.nextOfAccount) {
                boolean isSelected = isOfCaller(entry, selection);
                visitor.see(entry, isSelected);
                if (isSelected && hasStatus(entry, selection)) {
                    found.addLast(entry);
                    if (found.size() > selection.limit()) {
                        found.removeFirst();
                    }
                }
            }
        } finally {
            lock.unlock();
        }
        return found;
    }

    private static boolean isOfCaller(CallEntry entry, CallSelection selection) {
        return isSelected(selection.actor(), entry.actor)
                && isSelected(selection.requestId(), entry.requestId)
                && (selection.route() == null || entry.route.contains(selection.route()));
    }

    private static boolean isSelected(@Nullable String wanted, String value) {
        return wanted == null || wanted.equals(value);
    }

    private static boolean hasStatus(CallEntry entry, CallSelection selection) {
        return (selection.status() == null || selection.status() == entry.status)
                && (selection.isFailed() == null || selection.isFailed() == entry.isFailed());
    }

    /** Returns the bytes that all entries need. */
    long bytes() {
        lock.lock();
        try {
            moveRecorded();
            return bytes;
        } finally {
            lock.unlock();
        }
    }
}
