package encore.query.search;

import encore.kernel.fans.TicketCriteria;
import encore.kernel.fans.TicketCriteria.Range;
import java.time.LocalDate;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** Who has, or has not, tickets of which a search's ticket criteria all hold. */
final class TicketCriterion implements Criterion {

    private final FanTickets tickets;
    private final TicketCriteria said;
    private final WantedTickets wanted;
    private final boolean justOne;

    /** What was found of combinations that were asked about one by one: of few fans it is not worth while to look at all. */
    private final BitSet asked = new BitSet();

    private final BitSet met = new BitSet();

    // Found when it is asked for: nobody may ask.
    private boolean @Nullable [] counting;
    private long candidates;

    TicketCriterion(FanTickets tickets, TicketCriteria said, LocalDate today) {
        this.tickets = tickets;
        this.said = said;
        wanted = new WantedTickets(said, today);
        justOne = said.seats().isAny() && said.sales().isAny();
    }

    /** By combination, whether its tickets are wanted. */
    private boolean[] counting() {
        if (counting == null) {
            counting = tickets.counting(wanted);
            for (int number = 0; number < counting.length; number++) {
                candidates += counting[number] ? tickets.count(number) : 0;
            }
        }
        return counting;
    }

    /** So many tickets there are of all combinations that are wanted. */
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

    /** Those of some fans who have a ticket that is wanted, from the tickets: they are fewer than the fans. */
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

    /** Counts the tickets of one fan after the other. */
    private final class Sum {

        private long sales;
        private long seats;

        boolean isMetBy(int fan) {
            sales = 0;
            seats = 0;
            tickets.each(fan, this::add);
            return sales > 0 && isIn(sales, said.sales()) && isIn(seats, said.seats());
        }

        /** Whether more can matter. */
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
