package encore.query.points;

import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.ledgers.Balance;
import encore.kernel.points.ledgers.LedgerRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Computes the expected answers of boards from plain records each time. */
final class PointsOracle {

    record Award(long account, long fan, String type, long count, int day, long position) {}

    private record Sum(long points, long last) {}

    private final List<Award> records = new ArrayList<>();
    private final List<Award> awards = new ArrayList<>();

    /** A record of 0 points changes no sum, no rank and no history. */
    void award(Award award) {
        records.add(award);
        if (award.count != 0) {
            awards.add(award);
        }
    }

    /** Returns the positions of a fan's records, also of those of 0 points. */
    List<Long> records(long account, long fan, String type, int from, int to) {
        return records.stream()
                .filter(one -> one.account == account && one.fan == fan && one.type.equals(type))
                .filter(one -> one.day >= from && one.day <= to)
                .map(Award::position)
                .toList();
    }

    private Map<Long, Sum> sums(long account, String type, int from, int to, long until) {
        Map<Long, Sum> sums = new HashMap<>();
        for (Award one : awards) {
            if (one.account == account
                    && one.type.equals(type)
                    && one.day >= from
                    && one.day <= to
                    && one.position <= until) {
                sums.merge(
                        one.fan,
                        new Sum(one.count, one.position),
                        (before, more) -> new Sum(before.points + more.points, more.last));
            }
        }
        return sums;
    }

    List<LeaderboardRow> board(long account, String type, int from, int to, long until) {
        List<LeaderboardRow> rows = new ArrayList<>();
        sums(account, type, from, to, until).entrySet().stream()
                .filter(one -> one.getValue().points != 0)
                .sorted(Comparator.<Map.Entry<Long, Sum>>comparingLong(one -> -one.getValue().points)
                        .thenComparing(one -> one.getValue().last))
                .forEach(one ->
                        rows.add(new LeaderboardRow(type, one.getKey(), one.getValue().points, rows.size() + 1)));
        return rows;
    }

    /** The point types are named like their uids and have no tiers. */
    List<Balance> balances(long account, long fan, List<String> types, long until) {
        List<Balance> balances = new ArrayList<>();
        for (String type : types) {
            Sum sum = sums(account, type, Integer.MIN_VALUE, Integer.MAX_VALUE, until)
                    .get(fan);
            if (sum != null) {
                Long rank = board(account, type, Integer.MIN_VALUE, Integer.MAX_VALUE, until).stream()
                        .filter(row -> row.fanId() == fan)
                        .map(LeaderboardRow::rank)
                        .map(Number::longValue)
                        .findFirst()
                        .orElse(null);
                balances.add(new Balance(type, type, sum.points, rank, null, sum.last));
            }
        }
        return balances;
    }

    List<LedgerRow> history(long account, long fan, @Nullable String type, int from, int to) {
        List<LedgerRow> rows = new ArrayList<>();
        Map<String, Long> sums = new TreeMap<>();
        for (Award one : awards) {
            if (one.account == account && one.fan == fan && (type == null || one.type.equals(type))) {
                long sum = sums.merge(one.type, one.count, Long::sum);
                if (one.day >= from && one.day <= to) {
                    rows.add(new LedgerRow(one.type, one.position, sum));
                }
            }
        }
        return rows;
    }
}
