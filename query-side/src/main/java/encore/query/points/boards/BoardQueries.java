package encore.query.points.boards;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.Refusal;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.ledgers.Balance;
import encore.kernel.points.ledgers.LedgerRow;
import encore.kernel.tiers.FanTier;
import encore.kernel.tiers.PointTypeWithTiers;
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
public final class BoardQueries {

    private final Boards boards;

    public BoardQueries(Boards boards) {
        this.boards = boards;
    }

    /**
     * The points and the rank of a fan on one board.
     *
     * @param rank 0 if the fan has no points
     */
    public record BoardPlacement(String pointUid, long points, long rank, long position) {

        public Balance balance(PointTypeWithTiers type) {
            return new Balance(
                    type.pointUid(),
                    type.pointName(),
                    points,
                    rank == 0 ? null : rank,
                    type.tierNameAt(points),
                    position);
        }
    }

    public List<Balance> balances(long account, long fan) {
        AccountBoards accountBoards = requireAccount(account);
        return accountBoards.read(() -> {
            requireRegistered(accountBoards, fan, accountBoards.pointTypes.keySet());
            List<Balance> balances = new ArrayList<>();
            for (TieredPointType pointType : accountBoards.pointTypes.values()) {
                Board board = accountBoards.board(pointType);
                int member = board == null ? -1 : board.find(fan);
                if (board != null && member >= 0) {
                    balances.add(balance(pointType, board, member));
                }
            }
            return balances;
        });
    }

    private static Balance balance(TieredPointType pointType, Board board, int member) {
        long points = board.points(member);
        return new BoardPlacement(pointType.pointUid(), points, board.rank(member), board.lastPosition(member))
                .balance(pointType.type());
    }

    /** Returns the points of fans of one type. Fans without a record of it are left out. */
    public Map<Long, Long> points(long account, String pointUid, List<Long> fans) {
        Map<Long, Long> found = new HashMap<>();
        visitBoards(account, pointUid, (uid, board) -> {
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
    public List<Long> records(long account, long fan, @Nullable String pointUid, int fromDay, int toDay) {
        List<Long> positions = new ArrayList<>();
        visitBoards(account, pointUid, (uid, board) -> {
            int member = board.findWithRecords(fan);
            if (member >= 0) {
                board.positions(member, fromDay, toDay, positions::add);
            }
        });
        Collections.sort(positions);
        return positions;
    }

    /**
     * Finds the log positions of a fan's records and the balance after each, in ascending order. An unknown fan has
     * none.
     */
    public List<LedgerRow> history(long account, long fan, @Nullable String pointUid, int fromDay, int toDay) {
        List<LedgerRow> found = new ArrayList<>();
        visitBoards(account, pointUid, (uid, board) -> {
            int member = board.find(fan);
            if (member >= 0) {
                board.history(
                        member, fromDay, toDay, (position, points) -> found.add(new LedgerRow(uid, position, points)));
            }
        });
        found.sort(Comparator.comparingLong(LedgerRow::position));
        return found;
    }

    private interface BoardVisitor {
        void visit(String pointUid, Board board);
    }

    /** @param pointUid visits the board of this type only; null visits all boards */
    private void visitBoards(long account, @Nullable String pointUid, BoardVisitor visitor) {
        AccountBoards accountBoards = boards.find(account);
        if (accountBoards != null) {
            accountBoards.read(() -> {
                Set<String> uids = pointUid == null ? accountBoards.boards.keySet() : Set.of(pointUid);
                boards.requireInMemory(accountBoards.findRows(false, uids));
                visitBoards(accountBoards, uids, visitor);
                return true;
            });
        }
    }

    private static void visitBoards(AccountBoards accountBoards, Collection<String> pointUids, BoardVisitor visitor) {
        for (String uid : pointUids) {
            EvictableRows<Board> evictableRows = accountBoards.boards.get(uid);
            Board board = evictableRows == null ? null : evictableRows.content();
            if (board != null) {
                visitor.visit(uid, board);
            }
        }
    }

    /** Returns the placements of a fan as of a log position. Ranks are computed after the lock was released. */
    public List<BoardPlacement> placementsAt(long account, long fan, long position) {
        record Found(String pointUid, long points, long position, int member, BoardWindow window) {}
        AccountBoards accountBoards = requireAccount(account);
        List<Found> found = accountBoards.read(() -> {
            List<Found> boardsThen = new ArrayList<>();
            requireRegistered(accountBoards, fan, accountBoards.boards.keySet());
            visitBoards(accountBoards, accountBoards.boards.keySet(), (uid, board) -> {
                int member = board.find(fan);
                int bound = board.rowsUpTo(position);
                int row = member < 0 ? -1 : board.lastRowBelow(member, bound);
                if (row >= 0) {
                    boardsThen.add(new Found(
                            uid,
                            board.pointsAt(member, row),
                            board.position(row),
                            member,
                            board.window(Integer.MIN_VALUE, Integer.MAX_VALUE, bound)));
                }
            });
            return boardsThen;
        });
        return accountBoards.rank(() -> found.stream()
                .sorted(Comparator.comparing(Found::pointUid))
                .map(one -> new BoardPlacement(
                        one.pointUid(), one.points(), one.window().rankOf(one.member()), one.position()))
                .toList());
    }

    /** Counts the rows of a board up to a log position. */
    public int rowsUpTo(long account, String pointName, long position) {
        return readByName(account, pointName, board -> board.rowsUpTo(position));
    }

    /**
     * Returns a window of one board.
     *
     * @param bound see {@link Board#window}
     */
    public BoardWindow window(long account, String pointName, int fromDay, int toDay, int bound) {
        return readByName(account, pointName, board -> board.window(fromDay, toDay, bound));
    }

    /** Ranks the fans of a window, leaves out the first {@code skip}, and returns at most {@code limit}. */
    public List<LeaderboardRow> rank(long account, BoardWindow window, String pointName, int skip, int limit) {
        return requireAccount(account).rank(() -> window.rank(pointName, skip, limit));
    }

    private <R> R readByName(long account, String pointName, Function<Board, R> answer) {
        AccountBoards accountBoards = boards.find(account);
        if (accountBoards == null) {
            throw noSuchName();
        }
        return accountBoards.read(() -> {
            TieredPointType pointType = requirePointType(accountBoards, pointName);
            boards.requireInMemory(accountBoards.findRows(false, Set.of(pointType.pointUid())));
            Board board = accountBoards.board(pointType);
            return answer.apply(board == null ? new Board() : board);
        });
    }

    public FanTier tier(long account, long fan, String pointName) {
        AccountBoards accountBoards = requireAccount(account);
        return accountBoards.read(() -> {
            TieredPointType pointType =
                    accountBoards.pointTypes.get(accountBoards.uidsByName.getOrDefault(pointName, ""));
            requireRegistered(accountBoards, fan, pointType == null ? Set.of() : Set.of(pointType.pointUid()));
            PointTypeWithTiers type = requirePointType(accountBoards, pointName).type();
            Board board = accountBoards.board(pointType);
            int member = board == null ? -1 : board.find(fan);
            return new FanTier(type.tierAt(board == null || member < 0 ? 0 : board.points(member)));
        });
    }

    private static TieredPointType requirePointType(AccountBoards accountBoards, String pointName) {
        String uid = accountBoards.uidsByName.get(pointName);
        TieredPointType pointType = uid == null ? null : accountBoards.pointTypes.get(uid);
        if (pointType == null) {
            throw noSuchName();
        }
        return pointType;
    }

    public static Refusal noSuchName() {
        return new Refusal(RULE, "point-name-unknown", "point_name", "There are no points of this name.");
    }

    private AccountBoards requireAccount(long account) {
        AccountBoards accountBoards = boards.find(account);
        if (accountBoards == null) {
            throw noSuchFan();
        }
        return accountBoards;
    }

    /** Refuses an unknown fan. Erased fans keep their history, so they stay known here. */
    private void requireRegistered(AccountBoards accountBoards, long fan, Collection<String> pointUids) {
        boards.requireInMemory(accountBoards.findRows(true, pointUids));
        if (!accountBoards.isRegistered(fan)) {
            throw noSuchFan();
        }
    }

    private static Refusal noSuchFan() {
        return Refusal.unknown("There is no such fan.");
    }
}
