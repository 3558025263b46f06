package encore.query.points;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.Refusal;
import encore.kernel.points.Balance;
import encore.kernel.points.LedgerRow;
import encore.kernel.tiers.FanTier;
import encore.kernel.tiers.TieredType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers queries from boards. Each answer reads one account, and first requires the rows it needs to be in memory. */
final class BoardAnswers {

    private final Boards boards;

    BoardAnswers(Boards boards) {
        this.boards = boards;
    }

    /**
     * The points and the rank of a fan on one board.
     *
     * @param rank 0 if the fan has no points
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

    /** Visits the boards that a fan is on, each with the fan's number there. */
    private interface EachBoard {
        void on(String pointUid, Board board, int member);
    }

    List<Balance> balances(long account, long fan) {
        AccountBoards all = theAccount(account);
        return all.read(() -> {
            mustHaveJoined(all, fan, all.kinds.keySet());
            List<Balance> balances = new ArrayList<>();
            for (TieredPointType kind : all.kinds.values()) {
                Board board = all.board(kind);
                int member = board == null ? -1 : board.find(fan);
                if (board != null && member >= 0) {
                    balances.add(balance(kind, board, member));
                }
            }
            return balances;
        });
    }

    private static Balance balance(TieredPointType kind, Board board, int member) {
        long points = board.points(member);
        return new Placing(kind.pointUid(), points, board.rank(member), board.lastPosition(member))
                .balance(kind.type());
    }

    /** Returns the points of fans of one type. Fans without a record of it are left out. */
    Map<Long, Long> points(long account, String pointUid, List<Long> fans) {
        Map<Long, Long> found = new HashMap<>();
        each(account, pointUid, (uid, board) -> {
            for (long fan : fans) {
                int member = board.find(fan);
                if (member >= 0) {
                    found.put(fan, board.points(member));
                }
            }
        });
        return found;
    }

    /**
     * Finds the log positions of a fan's records in ascending order. An unknown fan has none.
     *
     * @param pointUid finds records of this type only; null finds all
     */
    List<Long> records(long account, long fan, @Nullable String pointUid, int fromDay, int toDay) {
        List<Long> positions = new ArrayList<>();
        ofFan(account, fan, pointUid, (uid, board, member) -> board.positions(member, fromDay, toDay, positions::add));
        Collections.sort(positions);
        return positions;
    }

    /**
     * Finds the log positions of a fan's records and the balance after each, in ascending order. An unknown fan has
     * none.
     */
    List<LedgerRow> history(long account, long fan, @Nullable String pointUid, int fromDay, int toDay) {
        List<LedgerRow> found = new ArrayList<>();
        ofFan(
                account,
                fan,
                pointUid,
                (uid, board, member) -> board.history(
                        member, fromDay, toDay, (position, points) -> found.add(new LedgerRow(uid, position, points))));
        found.sort(Comparator.comparingLong(LedgerRow::position));
        return found;
    }

    private void ofFan(long account, long fan, @Nullable String pointUid, EachBoard each) {
        each(account, pointUid, (uid, board) -> {
            int member = board.find(fan);
            if (member >= 0) {
                each.on(uid, board, member);
            }
        });
    }

    private interface OnBoard {
        void on(String pointUid, Board board);
    }

    /** @param pointUid visits the board of this type only; null visits all boards */
    private void each(long account, @Nullable String pointUid, OnBoard each) {
        AccountBoards all = boards.find(account);
        if (all != null) {
            all.read(() -> {
                Set<String> wanted = pointUid == null ? all.boards.keySet() : Set.of(pointUid);
                boards.need(all.held(false, wanted));
                each(all, wanted, each);
                return true;
            });
        }
    }

    private static void each(AccountBoards all, Collection<String> pointUids, OnBoard each) {
        for (String uid : pointUids) {
            Held<Board> held = all.boards.get(uid);
            Board board = held == null ? null : held.content();
            if (board != null) {
                each.on(uid, board);
            }
        }
    }

    /** Returns the placements of a fan as of a log position. Ranks are computed after the lock was released. */
    List<Placing> placings(long account, long fan, long position) {
        record Found(String pointUid, long points, long position, int member, BoardWindow window) {}
        AccountBoards all = theAccount(account);
        List<Found> found = all.read(() -> {
            List<Found> there = new ArrayList<>();
            mustHaveJoined(all, fan, all.boards.keySet());
            each(all, all.boards.keySet(), (uid, board) -> {
                int member = board.find(fan);
                int bound = board.rowsUpTo(position);
                int row = member < 0 ? -1 : board.lastRowBelow(member, bound);
                if (row >= 0) {
                    there.add(new Found(
                            uid,
                            board.pointsAt(member, row),
                            board.position(row),
                            member,
                            board.window(Integer.MIN_VALUE, Integer.MAX_VALUE, bound)));
                }
            });
            return there;
        });
        return found.stream()
                .sorted(Comparator.comparing(Found::pointUid))
                .map(one ->
                        new Placing(one.pointUid(), one.points(), one.window().rankOf(one.member()), one.position()))
                .toList();
    }

    /** Counts the rows of a board up to a log position. */
    int rowsUpTo(long account, String pointName, long position) {
        return ofName(account, pointName, board -> board.rowsUpTo(position));
    }

    /**
     * Returns a window of one board.
     *
     * @param bound see {@link Board#window}
     */
    BoardWindow window(long account, String pointName, int fromDay, int toDay, int bound) {
        return ofName(account, pointName, board -> board.window(fromDay, toDay, bound));
    }

    private <R> R ofName(long account, String pointName, Function<Board, R> answer) {
        AccountBoards all = boards.find(account);
        if (all == null) {
            throw noSuchName();
        }
        return all.read(() -> {
            TieredPointType kind = theKind(all, pointName);
            boards.need(all.held(false, Set.of(kind.pointUid())));
            Board board = all.board(kind);
            return answer.apply(board == null ? new Board() : board);
        });
    }

    FanTier tier(long account, long fan, String pointName) {
        AccountBoards all = theAccount(account);
        return all.read(() -> {
            TieredPointType kind = all.kinds.get(all.uids.getOrDefault(pointName, ""));
            mustHaveJoined(all, fan, kind == null ? Set.of() : Set.of(kind.pointUid()));
            TieredType type = theKind(all, pointName).type();
            Board board = all.board(kind);
            int member = board == null ? -1 : board.find(fan);
            return new FanTier(type.tierAt(board == null || member < 0 ? 0 : board.points(member)));
        });
    }

    private static TieredPointType theKind(AccountBoards all, String pointName) {
        String uid = all.uids.get(pointName);
        TieredPointType kind = uid == null ? null : all.kinds.get(uid);
        if (kind == null) {
            throw noSuchName();
        }
        return kind;
    }

    static Refusal noSuchName() {
        return new Refusal(RULE, "point-name-unknown", "point_name", "There are no points of this name.");
    }

    private AccountBoards theAccount(long account) {
        AccountBoards all = boards.find(account);
        if (all == null) {
            throw noSuchFan();
        }
        return all;
    }

    /** Refuses an unknown fan. Erased fans keep their history, so they stay known here. */
    private void mustHaveJoined(AccountBoards all, long fan, Collection<String> pointUids) {
        boards.need(all.held(true, pointUids));
        if (!all.hasJoined(fan)) {
            throw noSuchFan();
        }
    }

    private static Refusal noSuchFan() {
        return Refusal.unknown("There is no such fan.");
    }
}
