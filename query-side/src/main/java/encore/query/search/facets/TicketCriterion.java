package encore.query.search.facets;

import encore.kernel.search.TicketCriteria;
import encore.kernel.search.TicketCriteria.Range;
import encore.query.memory.DeadlineSteps;
import encore.query.search.criteria.Criterion;
import java.time.LocalDate;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** Matches fans who have, or have not, tickets that meet all ticket criteria of a search. */
final class TicketCriterion implements Criterion {

    private final TicketFacet tickets;
    private final TicketCriteria criteria;
    private final TicketMatcher matcher;
    private final boolean oneTicketSuffices;

    /**
     * Combinations of shared fields that were checked one by one. For few fans it does not pay
     * to check all combinations.
     */
    private final BitSet checkedFields = new BitSet();

    private final BitSet countingChecked = new BitSet();

    // Computed on demand, because it may not be needed.
    private boolean @Nullable [] countingFields;
    private long candidateCount;

    TicketCriterion(TicketFacet tickets, TicketCriteria criteria, LocalDate today) {
        this.tickets = tickets;
        this.criteria = criteria;
        matcher = new TicketMatcher(criteria, today);
        oneTicketSuffices = criteria.seats().isAny() && criteria.sales().isAny();
    }

    /** Returns for each combination of shared fields whether its tickets count. */
    private boolean[] countingFields() {
        if (countingFields == null) {
            countingFields = tickets.countingFields(matcher);
            for (int number = 0; number < countingFields.length; number++) {
                candidateCount += countingFields[number] ? tickets.count(number) : 0;
            }
        }
        return countingFields;
    }

    /** Returns the number of tickets of all combinations that count. */
    private long candidateCount() {
        countingFields();
        return candidateCount;
    }

    @Override
    public long maxMatches() {
        return criteria.negative() ? UNKNOWN_SIZE - 1 : candidateCount();
    }

    @Override
    public boolean isCostly() {
        return true;
    }

    @Override
    public RoaringBitmap filter(RoaringBitmap fans) {
        return criteria.negative() ? RoaringBitmap.andNot(fans, matches(fans)) : matches(fans);
    }

    private RoaringBitmap matches(RoaringBitmap fans) {
        long count = fans.getLongCardinality();
        if (countingFields == null && count < FEW_FANS || candidateCount() >= count) {
            return filterEach(fans);
        }
        RoaringBitmap owners = owners(fans);
        return oneTicketSuffices ? owners : filterEach(owners);
    }

    /** Finds the matching fans by going through the candidate tickets, which are fewer than the fans. */
    private RoaringBitmap owners(RoaringBitmap fans) {
        RoaringBitmap owners = new RoaringBitmap();
        boolean[] counting = countingFields();
        for (int number = 0; number < counting.length; number++) {
            DeadlineSteps.check(number);
            if (counting[number]) {
                tickets.forEachWithFields(number, row -> {
                    int owner = tickets.owner(row);
                    if (owner >= 0 && fans.contains(owner) && tickets.matches(row, matcher)) {
                        owners.add(owner);
                    }
                });
            }
        }
        return owners;
    }

    private RoaringBitmap filterEach(RoaringBitmap fans) {
        var fanTicketSum = new FanTicketSum();
        return Criterion.testEach(fanTicketSum::isMetBy).filter(fans);
    }

    /** Counts the matching tickets of one fan at a time. */
    private final class FanTicketSum {

        private long sales;
        private long seats;

        boolean isMetBy(int fan) {
            sales = 0;
            seats = 0;
            tickets.forEachTicketWhile(fan, this::add);
            return sales > 0 && isIn(sales, criteria.sales()) && isIn(seats, criteria.seats());
        }

        /** Adds a ticket if it matches, and returns whether further tickets can make a difference. */
        private boolean add(int row) {
            if (counts(tickets.fieldsNumber(row)) && tickets.matches(row, matcher)) {
                sales++;
                seats += tickets.seats(row);
                return !oneTicketSuffices;
            }
            return true;
        }

        private boolean counts(int number) {
            if (number < 0) {
                return false;
            }
            if (countingFields != null) {
                return countingFields[number];
            }
            if (!checkedFields.get(number)) {
                checkedFields.set(number);
                countingChecked.set(number, tickets.counts(number, matcher));
            }
            return countingChecked.get(number);
        }

        private static boolean isIn(long sum, Range<Integer> range) {
            return (range.min() == null || sum >= range.min()) && (range.max() == null || sum <= range.max());
        }
    }
}
