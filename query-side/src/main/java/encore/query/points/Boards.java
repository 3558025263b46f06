package encore.query.points;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.Refusal;
import encore.kernel.points.Balance;
import encore.kernel.points.LedgerRow;
import encore.kernel.tiers.FanTier;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TieredType;
import encore.query.projection.LongIndex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The boards of all accounts, in memory, for many readers and one writer. */
final class Boards {

    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<Long, OfAccount> accounts = new HashMap<>();

    /** Holds what there is in one account. */
    private static final class OfAccount {

        private final LongIndex fans = new LongIndex();
        /** By uid, so that answers have one order, whether they were followed or loaded. */
        private final Map<String, TieredPointType> kinds = new TreeMap<>();

        private final Map<String, String> uids = new HashMap<>();
        private final Map<String, Board> boards = new HashMap<>();
    }

    /** Changes what readers see, all of it at once. */
    void write(Runnable changes) {
        lock.writeLock().lock();
        try {
            changes.run();
        } finally {
            lock.writeLock().unlock();
        }
    }

    private <R> R read(Supplier<R> answer) {
        lock.readLock().lock();
        try {
            return answer.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    // Inside write:

    void put(TieredPointType kind) {
        OfAccount account = account(kind.account());
        account.kinds.put(kind.pointUid(), kind);
        account.uids.put(kind.pointName(), kind.pointUid());
    }

    @Nullable
    TieredPointType kind(PointTiersId tiers) {
        return account(tiers.account()).kinds.get(tiers.pointUid());
    }

    void join(long account, long fan) {
        account(account).fans.add(fan);
    }

    void award(long account, String pointUid, long fan, long count, int day, long position) {
        account(account).boards.computeIfAbsent(pointUid, uid -> new Board()).add(fan, count, day, position);
    }

    // For everyone:

    /**
     * Tells what a fan has of one kind of points.
     *
     * @param rank 0 at a balance of zero
     */
    record Placing(String pointUid, long points, long rank, long position) {

        Balance balance(TieredType type) {
            return new Balance(
                    type.pointUid(),
                    type.pointName(),
                    points,
                    rank == 0 ? null : rank,
                    type.tierNameAt(points),
                    position);
        }
    }

    List<Balance> balances(long account, long fan) {
        return read(() -> {
            OfAccount all = theFansAccount(account, fan);
            List<Balance> balances = new ArrayList<>();
            for (TieredPointType kind : all.kinds.values()) {
                Board board = all.boards.get(kind.pointUid());
                int member = board == null ? -1 : board.find(fan);
                if (board != null && member >= 0) {
                    balances.add(balance(kind, board, member));
                }
            }
            return balances;
        });
    }

    /** What fans have of one kind; those who have none of it are left out. */
    Map<Long, Long> points(long account, String pointUid, List<Long> fans) {
        return read(() -> {
            OfAccount all = accounts.get(account);
            Board board = all == null ? null : all.boards.get(pointUid);
            Map<Long, Long> found = new HashMap<>();
            for (long fan : fans) {
                int member = board == null ? -1 : board.find(fan);
                if (board != null && member >= 0) {
                    found.put(fan, board.points(member));
                }
            }
            return found;
        });
    }

    private static Balance balance(TieredPointType kind, Board board, int member) {
        long points = board.points(member);
        return new Placing(kind.pointUid(), points, board.rank(member), board.lastPosition(member))
                .balance(kind.type());
    }

    /**
     * Finds where a fan's records stand in the log, ascending; none for an unknown fan.
     *
     * @param pointUid of this type only, or null
     */
    List<Long> records(long account, long fan, @Nullable String pointUid, int fromDay, int toDay) {
        List<Long> positions = new ArrayList<>();
        read(() -> {
            OfAccount all = accounts.get(account);
            Map<String, Board> boards = all == null ? Map.of() : all.boards;
            boards.forEach((uid, board) -> {
                int member = board.find(fan);
                if (member >= 0 && (pointUid == null || pointUid.equals(uid))) {
                    board.positions(member, fromDay, toDay, positions::add);
                }
            });
            return positions;
        });
        Collections.sort(positions);
        return positions;
    }

    /** Finds where a fan's records stand and the balances that they led to, ascending; none for an unknown fan. */
    List<LedgerRow> history(long account, long fan, @Nullable String pointUid, int fromDay, int toDay) {
        List<LedgerRow> found = new ArrayList<>();
        read(() -> {
            OfAccount all = accounts.get(account);
            Map<String, Board> boards = all == null ? Map.of() : all.boards;
            boards.forEach((uid, board) -> {
                int member = board.find(fan);
                if (member >= 0 && (pointUid == null || pointUid.equals(uid))) {
                    board.history(
                            member,
                            fromDay,
                            toDay,
                            (position, points) -> found.add(new LedgerRow(uid, position, points)));
                }
            });
            return found;
        });
        found.sort(Comparator.comparingLong(LedgerRow::position));
        return found;
    }

    /** Returns what a fan had when the event at a position had happened; ranked without holding anyone up. */
    List<Placing> placings(long account, long fan, long position) {
        record Found(String pointUid, long points, long position, int member, Board.Window window) {}
        List<Found> found = new ArrayList<>();
        read(() -> {
            theFansAccount(account, fan).boards.forEach((uid, board) -> {
                int member = board.find(fan);
                int bound = board.rowsUpTo(position);
                int row = member < 0 ? -1 : board.lastRowBelow(member, bound);
                if (row >= 0) {
                    found.add(new Found(
                            uid,
                            board.pointsAt(member, row),
                            board.position(row),
                            member,
                            board.window(Integer.MIN_VALUE, Integer.MAX_VALUE, bound)));
                }
            });
            return found;
        });
        return found.stream()
                .sorted(Comparator.comparing(Found::pointUid))
                .map(one ->
                        new Placing(one.pointUid(), one.points(), one.window().rankOf(one.member()), one.position()))
                .toList();
    }

    /** Counts the rows that a board had when the event at a position had happened. */
    int rowsUpTo(long account, String pointName, long position) {
        return read(() -> {
            OfAccount all = accounts.get(account);
            TieredPointType kind = theKind(all, pointName);
            Board board = all == null ? null : all.boards.get(kind.pointUid());
            return board == null ? 0 : board.rowsUpTo(position);
        });
    }

    FanTier tier(long account, long fan, String pointName) {
        return read(() -> {
            OfAccount all = theFansAccount(account, fan);
            TieredPointType kind = theKind(all, pointName);
            Board board = all.boards.get(kind.pointUid());
            int member = board == null ? -1 : board.find(fan);
            return new FanTier(kind.type().tierAt(board == null || member < 0 ? 0 : board.points(member)));
        });
    }

    /**
     * A window of one board.
     *
     * @param bound see {@link Board#window}
     */
    Board.Window window(long account, String pointName, int fromDay, int toDay, int bound) {
        return read(() -> {
            OfAccount all = accounts.get(account);
            TieredPointType kind = theKind(all, pointName);
            Board board = all == null ? null : all.boards.get(kind.pointUid());
            return (board == null ? new Board() : board).window(fromDay, toDay, bound);
        });
    }

    private static TieredPointType theKind(@Nullable OfAccount all, String pointName) {
        String uid = all == null ? null : all.uids.get(pointName);
        TieredPointType kind = all == null || uid == null ? null : all.kinds.get(uid);
        if (kind == null) {
            throw noSuchName();
        }
        return kind;
    }

    static Refusal noSuchName() {
        return new Refusal(RULE, "point-name-unknown", "point_name", "There are no points of this name.");
    }

    /** Fans that were erased keep their history, so they stay known here. */
    private OfAccount theFansAccount(long account, long fan) {
        OfAccount all = accounts.get(account);
        if (all == null || all.fans.find(fan) < 0) {
            throw Refusal.unknown("There is no such fan.");
        }
        return all;
    }

    private OfAccount account(long account) {
        return accounts.computeIfAbsent(account, number -> new OfAccount());
    }
}
