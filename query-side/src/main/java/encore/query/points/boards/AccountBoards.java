package encore.query.points.boards;

import encore.infra.views.DocumentJson;
import encore.infra.views.lanes.ReadDeadline;
import encore.kernel.tiers.PointTiersId;
import encore.query.image.MemoryImage;
import encore.query.memory.MemoryBudget;
import encore.query.memory.ReadWriteGuard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The boards of one account, under a lock of its own: no query waits for a write to another account's boards. */
public final class AccountBoards implements MemoryImage.Imageable {

    private static final DocumentJson<TieredPointType> POINT_TYPE_JSON = new DocumentJson<>(TieredPointType.class);

    /** Ends the name of an owner of days of back-dated rows; a uid does not have it. */
    private static final String BACKDATED = "~";

    private final long number;
    private final MemoryBudget memoryBudget;
    /** Guards all fields that change. */
    private final ReadWriteGuard lock;

    /**
     * Ranking a window over many fans takes megabytes, so at most as many windows of an account are ranked at once as
     * there are cores.
     */
    private final Semaphore rankingPermits = new Semaphore(Runtime.getRuntime().availableProcessors());

    /** One board of an account is read at a time, so that other accounts need not wait for all that it asks for. */
    final Semaphore fetchPermit = new Semaphore(1);

    /** Ordered by uid, so that answers have the same order after a restart. */
    final Map<String, TieredPointType> pointTypes = new TreeMap<>();

    final Map<String, String> uidsByName = new HashMap<>();
    final Map<String, EvictableRows<Board>> boards = new HashMap<>();

    /** Null until a fan registered. */
    @Nullable
    EvictableRows<RegisteredFans> registeredFans;

    AccountBoards(long number, MemoryBudget memoryBudget, ReadWriteGuard.WriteFailure writeFailure) {
        this.number = number;
        this.memoryBudget = memoryBudget;
        this.lock = new ReadWriteGuard(writeFailure);
    }

    /** Returns the name under which the chunks keep the fans of an account. */
    public static String owner(long account) {
        return Long.toString(account);
    }

    public static String owner(long account, String pointUid) {
        return account + "." + pointUid;
    }

    /** Returns the name under which the chunks keep the days of an owner's back-dated rows. */
    public static String backdatedOwner(String owner) {
        return owner + BACKDATED;
    }

    static boolean isOfBackdated(String owner) {
        return owner.endsWith(BACKDATED);
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        lock.writeExclusively(() -> {
            List<TieredPointType> types = new ArrayList<>(pointTypes.values());
            memoryImage.elements(
                    types,
                    type -> POINT_TYPE_JSON.read(
                            memoryImage.bytes(type == null ? new byte[0] : POINT_TYPE_JSON.write(type))));
            types.forEach(this::put);
            List<@Nullable String> pointUids = new ArrayList<>(boards.keySet());
            if (registeredFans != null) {
                pointUids.add(null);
            }
            memoryImage.elements(pointUids, uid -> {
                String board = memoryImage.text(uid);
                getOrCreate(board).transfer(memoryImage);
                return board;
            });
        });
    }

    long number() {
        return number;
    }

    /** Makes changes before any later query of this account is answered (see {@link ReadWriteGuard#write}). */
    public void write(Runnable changes) {
        lock.write(changes);
    }

    <R> R read(Supplier<R> answer) {
        return lock.read(answer);
    }

    /**
     * Ranks without the lock. The rows of a window never change.
     *
     * @throws encore.infra.views.lanes.ReadStopped when the question's time ends while it waits for others
     */
    <R> R rank(Supplier<R> ranking) {
        try {
            while (!rankingPermits.tryAcquire(ReadDeadline.currentRemainingNanos(), TimeUnit.NANOSECONDS)) {
                ReadDeadline.checkCurrent();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ReadDeadline.checkCurrent();
            throw new IllegalStateException(e);
        }
        try {
            return ranking.get();
        } finally {
            rankingPermits.release();
        }
    }

    // Only to be called within write, or before any query reads the boards:

    public void put(TieredPointType pointType) {
        pointTypes.put(pointType.pointUid(), pointType);
        uidsByName.put(pointType.pointName(), pointType.pointUid());
    }

    public @Nullable TieredPointType pointType(PointTiersId tiers) {
        return pointTypes.get(tiers.pointUid());
    }

    /**
     * Returns the rows of a board, or of the registered fans if the uid is null. Creates them without content if they
     * are new here: the content is in documents.
     */
    EvictableRows<? extends RowSink.InMemoryRows> getOrCreate(@Nullable String pointUid) {
        if (pointUid != null) {
            return boards.computeIfAbsent(pointUid, this::board);
        }
        EvictableRows<RegisteredFans> existing = registeredFans == null ? newFans() : registeredFans;
        registeredFans = existing;
        return existing;
    }

    public void registerFan(long fan, long position) {
        EvictableRows<RegisteredFans> joined =
                registeredFans == null ? newFans().startEmpty() : registeredFans;
        registeredFans = joined;
        joined.add(fan, 0, 0, position);
    }

    public void award(String pointUid, long fan, long count, int day, long position) {
        boards.computeIfAbsent(pointUid, uid -> board(uid).startEmpty()).add(fan, count, day, position);
    }

    /** Sets the day that an award counts at, which is before the day on which it was recorded. */
    public void backdate(String pointUid, long position, int day) {
        EvictableRows<Board> rows = boards.get(pointUid);
        if (rows != null) {
            rows.backdate(position, day);
        }
    }

    private EvictableRows<RegisteredFans> newFans() {
        return new EvictableRows<>(owner(number), lock.writeLock(), memoryBudget, RegisteredFans::new);
    }

    private EvictableRows<Board> board(String pointUid) {
        return new EvictableRows<>(owner(number, pointUid), lock.writeLock(), memoryBudget, Board::new);
    }

    // Only to be called within read:

    /** Finds the rows of some boards, and those of the registered fans if asked for. */
    List<EvictableRows<?>> findRows(boolean withFans, Iterable<String> pointUids) {
        List<EvictableRows<?>> found = new ArrayList<>();
        if (withFans && registeredFans != null) {
            found.add(registeredFans);
        }
        for (String uid : pointUids) {
            EvictableRows<Board> board = boards.get(uid);
            if (board != null) {
                found.add(board);
            }
        }
        return found;
    }

    /** Returns a board if it exists and is in memory, otherwise null. */
    @Nullable
    Board board(@Nullable TieredPointType pointType) {
        EvictableRows<Board> evictableRows = pointType == null ? null : boards.get(pointType.pointUid());
        return evictableRows == null ? null : evictableRows.content();
    }

    boolean isRegistered(long fan) {
        RegisteredFans joined = registeredFans == null ? null : registeredFans.content();
        return joined != null && joined.has(fan);
    }
}
