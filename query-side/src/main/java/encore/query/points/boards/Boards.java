package encore.query.points.boards;

import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.ViewsUnavailable;
import encore.query.chunks.OwnedChunk;
import encore.query.chunks.OwnedChunks;
import encore.query.image.MemoryImage;
import encore.query.memory.MemoryBudget;
import encore.query.memory.NotInMemory;
import encore.query.memory.ReadWriteGuard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The boards of all accounts, for many readers and one writer. Boards that exceed the memory budget stay in chunks. An
 * answer that needs such a board is aborted ({@link NotInMemory}) and starts again after the board was read.
 */
public final class Boards implements MemoryImage.Imageable {

    private static final long DAY = Duration.ofDays(1).toMillis();

    /** An estimate of the bytes of a row; the real size is known after it was read. */
    private static final int EXPECTED_ROW_BYTES = 16;

    private static final long RETRY_INTERVAL = Duration.ofMillis(5).toNanos();
    private static final long READ_TIMEOUT = Duration.ofSeconds(2).toNanos();

    private final Map<Long, AccountBoards> accounts = new ConcurrentHashMap<>();
    private final OwnedChunks chunks;
    private final Views.@Nullable Version version;
    private final MemoryBudget memoryBudget;
    private final ReadWriteGuard.WriteFailure writeFailure = new ReadWriteGuard.WriteFailure();

    /** The budget does not cover boards that are being read, so at most as many are read at once as there are cores. */
    private final Semaphore readPermits = new Semaphore(Runtime.getRuntime().availableProcessors());

    /** The position of the last event that all readers see. */
    private volatile long visiblePosition;

    /** The position of the last event that any board may have applied. */
    private volatile long appliedPosition;

    private volatile boolean replaced;

    /** @param version from which boards are read that are not in memory; null before the first load */
    public Boards(OwnedChunks chunks, Views.@Nullable Version version, long budget) {
        this.chunks = chunks;
        this.version = version;
        this.memoryBudget = new MemoryBudget(budget);
    }

    public static int day(long at) {
        return (int) Math.floorDiv(at, DAY);
    }

    public AccountBoards account(long account) {
        return accounts.computeIfAbsent(account, number -> new AccountBoards(number, memoryBudget, writeFailure));
    }

    /** Returns the boards of an account, or null if it has none. */
    @Nullable
    AccountBoards find(long account) {
        return accounts.get(account);
    }

    public long visiblePosition() {
        return visiblePosition;
    }

    /** Returns whether an event is later than all earlier ones, and remembers its position. */
    public boolean advance(long position) {
        boolean isNew = position > appliedPosition;
        appliedPosition = Math.max(appliedPosition, position);
        return isNew;
    }

    /** Marks the events so far as visible to every reader. */
    public void publish() {
        visiblePosition = appliedPosition;
        memoryBudget.shrink();
    }

    /** Marks these boards as replaced by newer ones. Queries that wait for a board here start again with those. */
    public void replaced() {
        replaced = true;
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        appliedPosition = memoryImage.number(appliedPosition);
        visiblePosition = appliedPosition;
        List<AccountBoards> all = new ArrayList<>(accounts.values());
        memoryImage.elements(all, now -> {
            AccountBoards account = account(memoryImage.number(now == null ? 0 : now.number()));
            account.transfer(memoryImage);
            memoryBudget.shrink();
            return account;
        });
    }

    /** Creates all boards, and reads those that fit the budget, beginning with the ones that changed last. */
    public void load(Documents documents) {
        appliedPosition = documents.position();
        visiblePosition = appliedPosition;
        List<OwnedChunks.Owner> all = chunks.owners(documents)
                .sorted(Comparator.comparingLong(OwnedChunks.Owner::last).reversed())
                .toList();
        Set<String> backdated = all.stream()
                .map(OwnedChunks.Owner::owner)
                .filter(AccountBoards::isOfBackdated)
                .collect(Collectors.toSet());
        for (OwnedChunks.Owner owner : all) {
            if (AccountBoards.isOfBackdated(owner.owner())) {
                continue;
            }
            boolean isBackdated = backdated.contains(AccountBoards.backdatedOwner(owner.owner()));
            EvictableRows<?> rows = rowsOf(owner.owner());
            if (rows.content() != null) {
                readAll(owner.owner(), isBackdated, documents, rows);
            } else if (memoryBudget.fits(EXPECTED_ROW_BYTES * owner.rows())) {
                rows.fetchRows(into -> readAll(owner.owner(), isBackdated, documents, into));
                rows.release();
            }
        }
        memoryBudget.shrink();
    }

    private EvictableRows<?> rowsOf(String owner) {
        int dot = owner.indexOf('.');
        return accountOf(owner).getOrCreate(dot < 0 ? null : owner.substring(dot + 1));
    }

    private AccountBoards accountOf(String owner) {
        int dot = owner.indexOf('.');
        return account(Long.parseLong(owner, 0, dot < 0 ? owner.length() : dot, 10));
    }

    private void readAll(String owner, boolean isBackdated, Documents documents, RowSink into) {
        readAll(chunks.reader(owner), rows(into), documents);
        if (isBackdated) {
            readAll(chunks.reader(AccountBoards.backdatedOwner(owner)), daysOfBackdated(into), documents);
        }
    }

    private static void readAll(
            OwnedChunks.OwnerReader ownerReader, OwnedChunk.OwnedRowVisitor visitor, Documents documents) {
        int chunksBefore = -1;
        while (!ownerReader.read(documents, visitor)) {
            if (ownerReader.chunks() == chunksBefore) {
                throw new ViewsUnavailable(new IllegalStateException("the documents changed during the load"));
            }
            chunksBefore = ownerReader.chunks();
        }
    }

    private static OwnedChunk.OwnedRowVisitor rows(RowSink into) {
        return (position, at, fan, count) -> into.add(fan, count, day(at), position);
    }

    private static OwnedChunk.OwnedRowVisitor daysOfBackdated(RowSink into) {
        return (position, at, fan, count) -> into.backdate(position, day(at));
    }

    /**
     * Aborts the answer if some of the rows it needs are not in memory. Only to be called under the account's read
     * lock.
     */
    void requireInMemory(List<EvictableRows<?>> needed) {
        long tick = memoryBudget.nextTick();
        boolean allInMemory = true;
        for (EvictableRows<?> rows : needed) {
            rows.touch(tick);
            allInMemory &= rows.content() != null;
        }
        if (!allInMemory) {
            throw new NotInMemory(() -> fetch(needed));
        }
    }

    private NotInMemory.LoadedData fetch(List<EvictableRows<?>> needed) {
        List<EvictableRows<?>> pinned = new ArrayList<>();
        NotInMemory.LoadedData loaded = () -> {
            pinned.forEach(EvictableRows::release);
            memoryBudget.shrink();
        };
        try {
            for (EvictableRows<?> rows : needed) {
                rows.fetchRows(into -> read(rows.owner, into));
                pinned.add(rows);
            }
            memoryBudget.shrink();
            return loaded;
        } catch (RuntimeException | Error e) {
            loaded.close();
            if (replaced && e instanceof RuntimeException) {
                // The documents may be gone. The next attempt uses the boards that replaced these.
                return () -> {};
            }
            throw e;
        }
    }

    /** Reads the rows of a board at least up to the applied position. Later events are buffered for it meanwhile. */
    private void read(String owner, RowSink into) {
        if (version == null) {
            throw new IllegalStateException("There is no view version to read boards from");
        }
        Semaphore ofAccount = accountOf(owner).fetchPermit;
        ofAccount.acquireUninterruptibly();
        readPermits.acquireUninterruptibly();
        try {
            long minPosition = appliedPosition;
            read(version, chunks.reader(owner), rows(into), minPosition);
            // The days follow after the rows, or a row that comes in between would have no day.
            read(version, chunks.reader(AccountBoards.backdatedOwner(owner)), daysOfBackdated(into), minPosition);
        } finally {
            readPermits.release();
            ofAccount.release();
        }
    }

    private void read(
            Views.Version from,
            OwnedChunks.OwnerReader ownerReader,
            OwnedChunk.OwnedRowVisitor visitor,
            long minPosition) {
        int chunksBefore = 0;
        long deadline = System.nanoTime() + READ_TIMEOUT;
        while (!from.read(documents -> ownerReader.read(documents, visitor) && documents.position() >= minPosition)) {
            if (ownerReader.chunks() > chunksBefore) {
                chunksBefore = ownerReader.chunks();
                deadline = System.nanoTime() + READ_TIMEOUT;
            } else if (System.nanoTime() < deadline && !replaced) {
                LockSupport.parkNanos(RETRY_INTERVAL);
            } else {
                throw new ViewsUnavailable(new IllegalStateException("the documents are behind the memory"));
            }
        }
    }
}
