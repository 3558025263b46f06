package encore.query.points;

import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.ViewsUnavailable;
import encore.query.image.Image;
import encore.query.projection.NotHeld;
import encore.query.projection.OwnedChunk;
import encore.query.projection.OwnedChunks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The boards of all accounts, for many readers and one writer. Boards that exceed the memory budget stay in chunks. An
 * answer that needs such a board is aborted ({@link NotHeld}) and starts again after the board was read.
 */
final class Boards implements Image.Parts {

    private static final long DAY = Duration.ofDays(1).toMillis();

    /** An estimate of the bytes of a row; the real size is known after it was read. */
    private static final int EXPECTED = 16;

    private static final long LOOK_AGAIN = Duration.ofMillis(5).toNanos();
    private static final long PATIENCE = Duration.ofSeconds(2).toNanos();

    private final Map<Long, AccountBoards> accounts = new ConcurrentHashMap<>();
    private final OwnedChunks chunks;
    private final Views.@Nullable Version version;
    private final Room room;

    /** The budget does not cover boards that are being read, so at most as many are read at once as there are cores. */
    private final Semaphore reading = new Semaphore(Runtime.getRuntime().availableProcessors());

    /** The position of the last event that all readers see. */
    private volatile long reached;

    /** The position of the last event that any board may have applied. */
    private volatile long told;

    private volatile boolean replaced;

    /** @param version from which boards are read that are not in memory; null before the first load */
    Boards(OwnedChunks chunks, Views.@Nullable Version version, long budget) {
        this.chunks = chunks;
        this.version = version;
        this.room = new Room(budget);
    }

    static int day(long at) {
        return (int) Math.floorDiv(at, DAY);
    }

    AccountBoards account(long account) {
        return accounts.computeIfAbsent(account, number -> new AccountBoards(number, room));
    }

    /** Returns the boards of an account, or null if it has none. */
    @Nullable
    AccountBoards find(long account) {
        return accounts.get(account);
    }

    long reached() {
        return reached;
    }

    /** Returns whether an event is later than all earlier ones, and remembers its position. */
    boolean isNew(long position) {
        boolean isNew = position > told;
        told = Math.max(told, position);
        return isNew;
    }

    /** Marks the events so far as visible to every reader. */
    void allTold() {
        reached = told;
        room.shrink();
    }

    /** Marks these boards as replaced by newer ones. Queries that wait for a board here start again with those. */
    void replaced() {
        replaced = true;
    }

    @Override
    public void image(Image image) {
        told = image.number(told);
        reached = told;
        List<AccountBoards> all = new ArrayList<>(accounts.values());
        image.all(all, now -> {
            AccountBoards account = account(image.number(now == null ? 0 : now.number()));
            account.image(image);
            room.shrink();
            return account;
        });
    }

    /** Creates all boards, and reads those that fit the budget, beginning with the ones that changed last. */
    void load(Documents documents) {
        told = documents.position();
        reached = told;
        List<OwnedChunks.Owner> owners = chunks.owners(documents)
                .sorted(Comparator.comparingLong(OwnedChunks.Owner::last).reversed())
                .toList();
        for (OwnedChunks.Owner one : owners) {
            Held<?> held = known(one.owner());
            if (held.content() != null) {
                readAll(chunks.reader(one.owner()), documents, held);
            } else if (room.hasRoomFor(EXPECTED * one.rows())) {
                held.fetch(into -> readAll(chunks.reader(one.owner()), documents, into));
                held.release();
            }
        }
        room.shrink();
    }

    private Held<?> known(String owner) {
        int dot = owner.indexOf('.');
        return dot < 0
                ? account(Long.parseLong(owner)).known(null)
                : account(Long.parseLong(owner, 0, dot, 10)).known(owner.substring(dot + 1));
    }

    private static void readAll(OwnedChunks.Reader reader, Documents documents, Rows into) {
        int before = -1;
        while (!read(reader, documents, into)) {
            if (reader.chunks() == before) {
                throw new ViewsUnavailable(new IllegalStateException("the documents changed during the load"));
            }
            before = reader.chunks();
        }
    }

    private static boolean read(OwnedChunks.Reader reader, Documents documents, Rows into) {
        OwnedChunk.Each each = (position, at, fan, count) -> into.add(fan, count, day(at), position);
        return reader.read(documents, each);
    }

    /**
     * Aborts the answer if some of the rows it needs are not in memory. Only to be called under the account's read
     * lock.
     */
    void need(List<Held<?>> needed) {
        long now = room.now();
        boolean here = true;
        for (Held<?> one : needed) {
            one.askedAt(now);
            here &= one.content() != null;
        }
        if (!here) {
            throw new NotHeld(() -> fetch(needed));
        }
    }

    private NotHeld.Kept fetch(List<Held<?>> needed) {
        List<Held<?>> kept = new ArrayList<>();
        NotHeld.Kept until = () -> {
            kept.forEach(Held::release);
            room.shrink();
        };
        try {
            for (Held<?> one : needed) {
                one.fetch(into -> read(one.owner, into));
                kept.add(one);
            }
            room.shrink();
            return until;
        } catch (RuntimeException | Error e) {
            until.close();
            if (replaced && e instanceof RuntimeException) {
                // The documents may be gone. The next attempt uses the boards that replaced these.
                return () -> {};
            }
            throw e;
        }
    }

    /** Reads the rows of a board at least up to the applied position. Later events are buffered for it meanwhile. */
    private void read(String owner, Rows into) {
        if (version == null) {
            throw new IllegalStateException("There is no view version to read boards from");
        }
        reading.acquireUninterruptibly();
        try {
            long wanted = told;
            OwnedChunks.Reader reader = chunks.reader(owner);
            int before = 0;
            long giveUp = System.nanoTime() + PATIENCE;
            while (!readSome(version, reader, wanted, into)) {
                if (reader.chunks() > before) {
                    before = reader.chunks();
                    giveUp = System.nanoTime() + PATIENCE;
                } else if (System.nanoTime() < giveUp && !replaced) {
                    LockSupport.parkNanos(LOOK_AGAIN);
                } else {
                    throw new ViewsUnavailable(new IllegalStateException("the documents are behind the memory"));
                }
            }
        } finally {
            reading.release();
        }
    }

    private static boolean readSome(Views.Version version, OwnedChunks.Reader reader, long wanted, Rows into) {
        return version.read(documents -> read(reader, documents, into) && documents.position() >= wanted);
    }
}
