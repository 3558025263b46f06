package encore.query.search;

import encore.kernel.fans.TicketCriteria;
import encore.kernel.fans.TicketCriteria.Range;
import java.time.LocalDate;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** Matches fans who have, or have not, tickets that meet all ticket criteria of a search. */
final class TicketCriterion implements Criterion {

    private final FanTickets tickets;
    private final TicketCriteria said;
    private final WantedTickets wanted;
    private final boolean justOne;

    /**
     * Combinations of shared fields that were checked one by one. For few fans it does not pay
     * to check all combinations.
     */
    private final BitSet asked = new BitSet();

    private final BitSet met = new BitSet();

    // Computed on demand, because it may not be needed.
    private boolean @Nullable [] counting;
    private long candidates;

    TicketCriterion(FanTickets tickets, TicketCriteria said, LocalDate today) {
        this.tickets = tickets;
        this.said = said;
        wanted = new WantedTickets(said, today);
        justOne = said.seats().isAny() && said.sales().isAny();
    }

    /** Returns for each combination of shared fields whether its tickets count. */
    private boolean[] counting() {
        if (counting == null) {
            counting = tickets.counting(wanted);
            for (int number = 0; number < counting.length; number++) {
                candidates += counting[number] ? tickets.count(number) : 0;
            }
        }
        return counting;
    }

    /** Returns the number of tickets of all combinations that count. */
    private long candidates() {
        counting();
        return candidates;
    }

    @Override
    public long most() {
        return said.negative() ? UNKNOWN - 1 : candidates();
    }

    @Override
    public boolean isCostly() {
        return true;
    }

    @Override
    public RoaringBitmap of(RoaringBitmap some) {
        return said.negative() ? RoaringBitmap.andNot(some, meeting(some)) : meeting(some);
    }

    private RoaringBitmap meeting(RoaringBitmap some) {
        long count = some.getLongCardinality();
        if (counting == null && count < FEW || candidates() >= count) {
            return each(some);
        }
        RoaringBitmap owners = owners(some);
        return justOne ? owners : each(owners);
    }

    /** Finds the matching fans by going through the candidate tickets, which are fewer than the fans. */
    private RoaringBitmap owners(RoaringBitmap some) {
        RoaringBitmap owners = new RoaringBitmap();
        boolean[] counting = counting();
        for (int number = 0; number < counting.length; number++) {
            if (counting[number]) {
                tickets.eachOf(number, row -> {
                    int owner = tickets.owner(row);
                    if (owner >= 0 && some.contains(owner) && tickets.isWanted(row, wanted)) {
                        owners.add(owner);
                    }
                });
            }
        }
        return owners;
    }

    private RoaringBitmap each(RoaringBitmap some) {
        var sum = new Sum();
        return Criterion.each(sum::isMetBy).of(some);
    }

    /** Counts the matching tickets of one fan at a time. */
    private final class Sum {

        private long sales;
        private long seats;

        boolean isMetBy(int fan) {
            sales = 0;
            seats = 0;
            tickets.each(fan, this::add);
            return sales > 0 && isIn(sales, said.sales()) && isIn(seats, said.seats());
        }

        /** Adds a ticket if it matches, and returns whether further tickets can make a difference. */
        private boolean add(int row) {
            if (counts(tickets.kind(row)) && tickets.isWanted(row, wanted)) {
                sales++;
                seats += tickets.seats(row);
                return !justOne;
            }
            return true;
        }

        private boolean counts(int number) {
            if (number < 0) {
                return false;
            }
            if (counting != null) {
                return counting[number];
            }
            if (!asked.get(number)) {
                asked.set(number);
                met.set(number, tickets.counts(number, wanted));
            }
            return met.get(number);
        }

        private static boolean isIn(long sum, Range<Integer> range) {
            return (range.min() == null || sum >= range.min()) && (range.max() == null || sum <= range.max());
        }
    }
}
