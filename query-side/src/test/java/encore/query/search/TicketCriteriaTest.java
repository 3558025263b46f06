package encore.query.search;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Event;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.query.ProjectionUnderTest;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests each ticket criterion with fans 1 and 2, whose tickets differ in that field only. Fan 3 has no ticket. */
class TicketCriteriaTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-03-05");
    private static final LocalDate MAY = LocalDate.parse("2026-05-01");

    private ProjectionUnderTest<FanIndexProjection> index = new ProjectionUnderTest<>(FanIndexProjection::new);

    @BeforeEach
    void fans() {
        index.given(joined(1), joined(2), joined(3));
    }

    @AfterEach
    void close() {
        index.close();
    }

    @Test
    void fans_are_found_by_the_event_of_a_ticket() {
        index.given(
                sold(1, ticket -> {
                    ticket.event = "ball";
                    ticket.venue = "Hall";
                    ticket.province = "MA";
                    ticket.artist = "Ada";
                    ticket.priceCode = "A";
                    ticket.eventDate = MAY;
                }),
                sold(2, ticket -> {}));
        assertThat(found(all -> all.event = "The ball")).containsExactly(1L);
        assertThat(found(all -> all.event = "ball")).isEmpty();
        assertThat(found(all -> all.venue = "Hall")).containsExactly(1L);
        assertThat(found(all -> all.provinces = List.of("NY", "MA"))).containsExactly(1L);
        assertThat(found(all -> all.provinces = List.of("NY"))).isEmpty();
        assertThat(found(all -> all.artist = "Ada")).containsExactly(1L);
        assertThat(found(all -> all.priceCode = "A")).containsExactly(1L);
        assertThat(found(all -> all.eventFrom = all.eventTo = MAY)).containsExactly(1L);
        assertThat(found(all -> all.eventFrom = MAY.plusDays(1))).isEmpty();
        assertThat(found(all -> all.eventTo = MAY.minusDays(1))).isEmpty();
    }

    @Test
    void when_it_was_bought() {
        index.given(
                sold(1, ticket -> ticket.bought = TODAY.minusDays(1)),
                sold(2, ticket -> ticket.bought = TODAY.plusDays(1)));
        assertThat(found(all -> all.boughtTo = TODAY)).containsExactly(1L);
        assertThat(found(all -> all.boughtFrom = TODAY)).containsExactly(2L);
        assertThat(found(all -> all.days = 1)).isEmpty();
        assertThat(found(all -> all.days = 2)).containsExactly(1L);
        assertThat(found(TODAY.plusDays(1), all -> all.days = 2)).containsExactly(2L);
    }

    @Test
    void a_seats_price_is_compared_without_dividing_and_no_seats_have_none() {
        index.given(
                sold(1, ticket -> {
                    ticket.paid = "10";
                    ticket.seats = 3L;
                }),
                sold(2, ticket -> {
                    ticket.paid = "10";
                    ticket.seats = 0L;
                }));
        assertThat(found(all -> all.priceMin = "3.3333")).containsExactly(1L);
        assertThat(found(all -> all.priceMin = "3.3334")).isEmpty();
        assertThat(found(all -> all.priceMax = "3.3334")).containsExactly(1L);
        assertThat(found(all -> all.priceMax = "3.3333")).isEmpty();
        assertThat(found(all -> all.priceMin = "0")).containsExactly(1L);
        assertThat(found(all -> all.priceMin = "999999999999")).isEmpty();
    }

    @Test
    void no_amount_is_too_great_to_compare() {
        index.given(sold(1, ticket -> {
            ticket.paid = "999999999999.9999";
            ticket.seats = 1_000_000L;
        }));
        assertThat(found(all -> all.priceMin = "999999.9999")).containsExactly(1L);
        assertThat(found(all -> all.priceMin = "999999999999.9999")).isEmpty();
        assertThat(found(all -> all.priceMax = "999999999999.9999")).containsExactly(1L);
    }

    @Test
    void counts_and_seats_are_over_the_tickets_that_all_the_rest_holds_of() {
        index.given(
                sold(1, ticket -> ticket.seats = 2L),
                sold(1, ticket -> ticket.seats = 3L),
                sold(2, ticket -> ticket.seats = 2L),
                sold(2, ticket -> {
                    ticket.seats = 3L;
                    ticket.event = "ball";
                }));
        assertThat(found(all -> all.salesMin = 2)).containsExactly(1L, 2L);
        assertThat(found(gala(all -> all.salesMin = 2))).containsExactly(1L);
        assertThat(found(gala(all -> all.salesMax = 1))).containsExactly(2L);
        assertThat(found(gala(all -> all.seatsMin = 5))).containsExactly(1L);
        assertThat(found(gala(all -> all.seatsMax = 4))).containsExactly(2L);
        assertThat(found(all -> all.seatsMin = all.seatsMax = 5)).containsExactly(1L, 2L);
        assertThat(found(all -> all.seatsMax = 0)).isEmpty();
        assertThat(found(all -> all.salesMax = 0)).isEmpty();
    }

    @Test
    void criteria_hold_of_the_same_ticket() {
        index.given(
                sold(1, ticket -> {
                    ticket.venue = "Hall";
                    ticket.paid = "5";
                }),
                sold(1, ticket -> ticket.paid = "50"),
                sold(2, ticket -> {
                    ticket.venue = "Hall";
                    ticket.paid = "50";
                }));
        assertThat(found(all -> {
                    all.venue = "Hall";
                    all.priceMin = "20";
                }))
                .containsExactly(2L);
    }

    @Test
    void negative_are_the_living_whom_the_rest_does_not_mean() {
        index.given(joined(4), sold(1, ticket -> {}), sold(2, ticket -> ticket.event = "ball"), new FanErased(fan(4)));
        assertThat(found(all -> all.negative = true)).containsExactly(3L);
        assertThat(found(gala(all -> all.negative = true))).containsExactly(2L, 3L);
        assertThat(found(all -> {
                    all.negative = true;
                    all.salesMax = 0;
                }))
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void deleted_tickets_and_those_of_excluded_events_count_nowhere() {
        index.given(sold(1, ticket -> {}), sold(2, ticket -> ticket.event = "ball"));
        index.given(TicketBuilder.excluded("ball", true));
        assertThat(found(all -> all.salesMin = 1)).containsExactly(1L);
        index.given(changed(4, 1, ticket -> ticket.deleted = true));
        assertThat(found(all -> all.salesMin = 1)).isEmpty();
        assertThat(found(all -> all.negative = true)).containsExactly(1L, 2L, 3L);
        index.given(TicketBuilder.excluded("ball", false), changed(4, 1, ticket -> {}));
        assertThat(found(all -> all.salesMin = 1)).containsExactly(1L, 2L);
    }

    @Test
    void a_ticket_moves_with_what_is_said_of_it_also_away_from_who_is_erased() {
        index.given(sold(1, ticket -> {}), sold(1, ticket -> {}), sold(1, ticket -> {}));
        index.given(changed(5, 2, ticket -> ticket.paid = "99"));
        assertThat(found(all -> all.salesMin = all.salesMax = 2)).containsExactly(1L);
        assertThat(found(all -> all.priceMin = "99")).containsExactly(2L);
        index.given(new FanErased(fan(2)));
        assertThat(found(all -> all.salesMin = 1)).containsExactly(1L);
        index = index.restarted();
        index.given(changed(5, 3, ticket -> {}), changed(6, 3, ticket -> {}));
        assertThat(found(all -> all.salesMin = 2)).containsExactly(3L);
        assertThat(found(all -> all.salesMax = 1)).containsExactly(1L);
    }

    private static Consumer<TicketCriteriaBuilder> gala(Consumer<TicketCriteriaBuilder> more) {
        return more.andThen(all -> all.event = "The gala");
    }

    private static Event sold(long fan, Consumer<TicketBuilder> said) {
        TicketBuilder ticket = new TicketBuilder(fan);
        said.accept(ticket);
        return ticket.recorded();
    }

    private static Event changed(long ticketId, long fan, Consumer<TicketBuilder> said) {
        TicketBuilder ticket = new TicketBuilder(fan);
        said.accept(ticket);
        return ticket.changed(ticketId);
    }

    private List<Long> found(Consumer<TicketCriteriaBuilder> said) {
        return found(TODAY, said);
    }

    private List<Long> found(LocalDate today, Consumer<TicketCriteriaBuilder> said) {
        TicketCriteriaBuilder wanted = new TicketCriteriaBuilder();
        said.accept(wanted);
        CriteriaBuilder criteriaBuilder = new CriteriaBuilder();
        criteriaBuilder.tickets = wanted.said();
        return index.projection()
                .find(new FindMatchingFans(7, criteriaBuilder.said(), today, Long.MAX_VALUE - 1, 0, null, 100));
    }

    private static FanId fan(long number) {
        return new FanId(7, number);
    }

    private static FanRegistered joined(long number) {
        return new FanRegistered(fan(number), Profile.EMPTY, Consent.EMPTY);
    }
}
