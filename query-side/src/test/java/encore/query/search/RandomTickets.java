package encore.query.search;

import encore.kernel.Event;
import encore.kernel.search.TicketCriteria;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Generates random tickets, and random criteria for them. */
final class RandomTickets {

    private static final LocalDate DAY = LocalDate.parse("2026-01-01");

    private final Random random;
    private final List<Long> ids = new ArrayList<>();

    RandomTickets(Random random) {
        this.random = random;
    }

    /** @param position of the event */
    Event event(long fan, long position) {
        int chance = random.nextInt(10);
        if (chance == 0) {
            return TicketBuilder.excluded(one("gala", "ball", "fair"), random.nextInt(3) == 0);
        }
        TicketBuilder ticket = new TicketBuilder(fan);
        ticket.event = one("gala", "ball", "fair");
        ticket.eventDate = maybe(() -> DAY.plusDays(random.nextInt(200)));
        ticket.venue = maybe(() -> one("Hall", "Arena"));
        ticket.province = maybe(() -> one("MA", "NY"));
        ticket.artist = maybe(() -> one("Ada", "Bob"));
        ticket.priceCode = maybe(() -> one("A", "B"));
        ticket.bought = DAY.plusDays(random.nextInt(200));
        ticket.paid = random.nextInt(-3, 30) + "." + random.nextInt(100);
        ticket.seats = maybe(() -> (long) random.nextInt(4));
        if (ids.isEmpty() || chance < 6) {
            ids.add(position);
            return ticket.recorded();
        }
        ticket.deleted = random.nextInt(3) == 0;
        return ticket.changed(ids.get(random.nextInt(ids.size())));
    }

    TicketCriteria wanted(LocalDate today) {
        TicketCriteriaBuilder wanted = new TicketCriteriaBuilder();
        for (int i = random.nextInt(3); i >= 0; i--) {
            switch (random.nextInt(11)) {
                case 0 -> wanted.event = one("The gala", "The ball", "The none");
                case 1 -> wanted.priceCode = one("A", "B");
                case 2 -> wanted.venue = one("Hall", "Arena");
                case 3 -> wanted.provinces = List.of(one("MA", "NY"), one("MA", "none"));
                case 4 -> wanted.artist = one("Ada", "Bob");
                case 5 -> {
                    wanted.eventFrom = maybe(() -> DAY.plusDays(random.nextInt(200)));
                    wanted.eventTo = maybe(() -> DAY.plusDays(random.nextInt(200)));
                }
                case 6 -> {
                    wanted.boughtFrom = maybe(() -> today.minusDays(random.nextInt(200)));
                    wanted.boughtTo = maybe(() -> today.minusDays(random.nextInt(100)));
                }
                case 7 -> wanted.days = 1 + random.nextInt(200);
                case 8 -> {
                    wanted.priceMin = maybe(() -> Integer.toString(random.nextInt(20)));
                    wanted.priceMax = maybe(() -> random.nextInt(20) + ".5");
                }
                case 9 -> {
                    wanted.seatsMin = maybe(() -> random.nextInt(4));
                    wanted.seatsMax = maybe(() -> random.nextInt(6));
                }
                default -> {
                    wanted.salesMin = maybe(() -> random.nextInt(3));
                    wanted.salesMax = maybe(() -> random.nextInt(4));
                }
            }
        }
        if (random.nextInt(4) == 0) {
            wanted.negative = true;
        }
        return wanted.said();
    }

    private String one(String... values) {
        return values[random.nextInt(values.length)];
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
        return random.nextInt(3) > 0 ? value.get() : null;
    }
}
