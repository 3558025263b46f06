package encore.kernel.home;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.util.List;
import java.util.TreeMap;

/**
 * Numbers of the things that happened in an account in some time, by the stamps of the events. Nothing in it is personal, so it stays when a fan
 * is erased.
 *
 * @param tickets tickets that came for the first time. A ticket that moves to another fan counts once
 * @param grossSaleAmount the sum of the purchases as they were recorded. Later changes of them count nowhere
 * @param netSaleAmount the same of the net amounts
 * @param points the points of each type of which any was given or taken, by point_uid
 */
@RecordBuilder
public record AccountNumbers(
        long newFans,
        long activities,
        long questsCompleted,
        long rewardsIssued,
        long newTickets,
        long purchases,
        BigDecimal grossSaleAmount,
        BigDecimal netSaleAmount,
        List<PointNumbers> points) {

    public static final AccountNumbers NONE =
            new AccountNumbers(0, 0, 0, 0, 0, 0, BigDecimal.ZERO, BigDecimal.ZERO, List.of());

    /**
     * The points of one type.
     *
     * @param taken the sum of the negative records, without the sign
     */
    public record PointNumbers(String pointUid, long given, long taken) {

        PointNumbers plus(PointNumbers other) {
            return new PointNumbers(pointUid, given + other.given, taken + other.taken);
        }
    }

    public AccountNumbers {
        points = List.copyOf(points);
    }

    /** Returns the numbers of one award. A negative count takes points. */
    public static AccountNumbers ofAward(String pointUid, long count) {
        return AccountNumbersBuilder.builder(NONE)
                .points(List.of(new PointNumbers(pointUid, Math.max(0, count), Math.max(0, -count))))
                .build();
    }

    /** Returns the sum. Amounts have no trailing zeros, so that equal sums have one spelling. */
    public AccountNumbers plus(AccountNumbers other) {
        return new AccountNumbers(
                newFans + other.newFans,
                activities + other.activities,
                questsCompleted + other.questsCompleted,
                rewardsIssued + other.rewardsIssued,
                newTickets + other.newTickets,
                purchases + other.purchases,
                sum(grossSaleAmount, other.grossSaleAmount),
                sum(netSaleAmount, other.netSaleAmount),
                sum(points, other.points));
    }

    private static BigDecimal sum(BigDecimal one, BigDecimal other) {
        return other.signum() == 0
                ? one
                : new BigDecimal(one.add(other).stripTrailingZeros().toPlainString());
    }

    private static List<PointNumbers> sum(List<PointNumbers> some, List<PointNumbers> others) {
        if (others.isEmpty()) {
            return some;
        }
        TreeMap<String, PointNumbers> sums = new TreeMap<>();
        some.forEach(one -> sums.put(one.pointUid(), one));
        others.forEach(one -> sums.merge(one.pointUid(), one, PointNumbers::plus));
        return List.copyOf(sums.values());
    }
}
