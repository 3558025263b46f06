package encore.query.tickets;

import static encore.query.tickets.TestTickets.DAY;
import static encore.query.tickets.TestTickets.changed;
import static encore.query.tickets.TestTickets.excluded;
import static encore.query.tickets.TestTickets.recorded;
import static encore.query.tickets.TestTickets.sold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.IdWindow;
import encore.kernel.tickets.TicketRow;
import encore.kernel.tickets.TicketsQuery.EventConditions;
import encore.kernel.tickets.TicketsQuery.FindSalesOfEvents;
import encore.kernel.tickets.TicketsQuery.FindTicketRow;
import encore.kernel.tickets.TicketsQuery.FindTicketRows;
import encore.kernel.tickets.TicketsQuery.FindTicketStats;
import encore.kernel.tickets.TicketsQuery.FindTicketedEvents;
import encore.kernel.tickets.TicketsQueryEventConditionsBuilder;
import encore.kernel.tickets.sales.SalesOfEvent;
import encore.kernel.tickets.sales.TicketStats;
import encore.kernel.time.Days;
import encore.query.OverdueQuery;
import encore.query.ProjectionUnderTest;
import encore.query.tickets.TestTickets.Said;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TicketsProjectionTest {

    private static final EventConditions ANY =
            TicketsQueryEventConditionsBuilder.builder().build();

    private final ProjectionUnderTest<TicketsProjection> tickets = new ProjectionUnderTest<>(TicketsProjection::new);

    @AfterEach
    void close() {
        tickets.close();
    }

    @Test
    void windows_of_ids_lead_both_ways_and_leave_deleted_ones_out() {
        tickets.given(IntStream.range(0, 6)
                .mapToObj(day -> recorded(sold(1 + day % 2, "gala", day, "1", 1)))
                .toArray(Event[]::new));
        tickets.given(changed(3, sold(1, "gala", 2, "1", 1).withDeleted()));
        assertThat(ids(rows(null, false, null, null))).containsExactly(6L, 5L, 4L, 2L);
        assertThat(ids(rows(null, true, null, null))).containsExactly(6L, 5L, 4L, 3L);
        assertThat(ids(rows(null, false, null, 4L))).containsExactly(2L, 1L);
        assertThat(ids(rows(null, false, 2L, 6L))).containsExactly(4L, 5L);
        assertThat(ids(rows(2L, false, 0L, null))).containsExactly(2L, 4L, 6L);
        assertThat(ids(rows(9L, false, 0L, null))).isEmpty();
        assertThat(rows(null, false, null, null).more()).isTrue();
        assertThat(ids(tickets.projection()
                        .find(new FindTicketRows(
                                7,
                                new Days(DAY.plusDays(1), DAY.plusDays(3)),
                                Days.ALL,
                                null,
                                false,
                                new IdWindow(null, null, 9)))))
                .containsExactly(4L, 2L);
        assertThat(tickets.projection().find(new FindTicketRow(7, 3)).last()).isEqualTo(7);
        assertThatThrownBy(() -> tickets.projection().find(new FindTicketRow(8, 3)))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void late_events_take_their_place() {
        tickets.givenLate(recorded(sold(1, "gala", 0, "1", 1)), recorded(sold(2, "gala", 1, "2", 1)));
        tickets.given(changed(1, sold(1, "gala", 0, "3", 1)));
        try (var again = tickets.replayed().restarted()) {
            var all = new FindTicketRows(7, Days.ALL, Days.ALL, null, true, new IdWindow(0L, null, 9));
            assertThat(ids(again.projection().find(all))).containsExactly(1L, 2L);
            assertThat(again.projection()
                            .find(new FindTicketStats(7, new Days(DAY, DAY.plusDays(9)), ANY, false))
                            .revenue())
                    .isEqualTo(new BigDecimal("5"));
        }
    }

    @Test
    void sums_are_exact_and_of_what_is_wanted() {
        tickets.given(
                recorded(sold(1, "gala", 0, "0.1", 2)),
                recorded(sold(1, "gala", 1, "0.2", 3)),
                recorded(sold(2, "ball", 1, "-1000000000.05", 1)));
        assertThat(stats(0, 9, ANY, false)).isEqualTo(new TicketStats(0, 2, 3, 6, new BigDecimal("-999999999.75")));
        assertThat(stats(
                        1,
                        9,
                        TicketsQueryEventConditionsBuilder.builder()
                                .eventName("The gala")
                                .build(),
                        false))
                .isEqualTo(new TicketStats(1, 0, 1, 3, new BigDecimal("0.2")));
        assertThat(stats(
                                0,
                                9,
                                TicketsQueryEventConditionsBuilder.builder()
                                        .venueName("Hall")
                                        .artistName("Ada")
                                        .build(),
                                false)
                        .salesCount())
                .isEqualTo(2);
        assertThat(stats(
                        0,
                        9,
                        TicketsQueryEventConditionsBuilder.builder()
                                .eventKey("none")
                                .build(),
                        false))
                .isEqualTo(new TicketStats(0, 0, 0, 0, BigDecimal.ZERO));
        assertThat(tickets.projection().find(new FindTicketedEvents(7))).containsExactly("ball", "gala");
    }

    @Test
    void whatever_happens_the_counts_are_those_of_plain_records_live_replayed_restarted_and_resumed() {
        Random random = new Random(58);
        Map<Long, Said> all = new HashMap<>();
        Set<String> out = new HashSet<>();
        for (int round = 0; round < 40; round++) {
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                long position = round * 20L + i + 1;
                Said said = sold(
                        random.nextInt(25), "e" + random.nextInt(5), random.nextInt(20), "" + random.nextInt(99), 2);
                int kind = random.nextInt(10);
                if (kind == 0) {
                    String event = "e" + random.nextInt(5);
                    boolean isOut = random.nextBoolean();
                    events.add(excluded(event, isOut));
                    out.remove(event);
                    if (isOut) {
                        out.add(event);
                    }
                } else if (kind < 4 && !all.isEmpty()) {
                    long known = new ArrayList<>(all.keySet()).get(random.nextInt(all.size()));
                    Said now = random.nextBoolean() ? said : said.withDeleted();
                    all.put(known, now);
                    events.add(changed(known, now));
                } else {
                    all.put(position, said);
                    events.add(recorded(said));
                }
            }
            tickets.given(events.toArray(Event[]::new));
            int from = random.nextInt(20);
            int to = from + random.nextInt(10);
            for (boolean specific : List.of(false, true)) {
                for (String event : new String[] {null, "e1"}) {
                    TicketStats found = stats(
                            from,
                            to,
                            TicketsQueryEventConditionsBuilder.builder()
                                    .eventKey(event)
                                    .build(),
                            specific);
                    assertThat(found).isEqualTo(SalesOracle.stats(all, out, from, to, event, specific));
                }
            }
            assertThat(tickets.projection().find(new FindSalesOfEvents(7, List.of("e3", "none", "e1", "e3"))))
                    .isEqualTo(Stream.of("e3", "none", "e1")
                            .map(event -> {
                                TicketStats sum = SalesOracle.stats(all, out, 0, 30, event, true);
                                return new SalesOfEvent(
                                        event,
                                        sum.returningFansCount(),
                                        sum.newFansCount(),
                                        sum.salesCount(),
                                        sum.seatsCount(),
                                        sum.revenue());
                            })
                            .toList());
        }
        var query = new FindTicketStats(7, new Days(DAY, DAY.plusDays(15)), ANY, true);
        var pages = new FindTicketRows(7, Days.ALL, Days.ALL, null, true, new IdWindow(null, null, 1_000));
        TicketStats live = tickets.projection().find(query);
        List<TicketRow> rows = tickets.projection().find(pages).rows();
        assertThat(rows).hasSize(all.size());
        var again = tickets.replayed();
        assertThat(again.projection().find(query)).isEqualTo(live);
        assertThat(again.projection().find(pages).rows()).isEqualTo(rows);
        var loaded = again.restarted();
        assertThat(loaded.projection().find(query)).isEqualTo(live);
        assertThat(loaded.projection().find(pages).rows()).isEqualTo(rows);
        try (var resumed = loaded.resumed()) {
            assertThat(resumed.projection().find(query)).isEqualTo(live);
            assertThat(resumed.projection().find(pages).rows()).isEqualTo(rows);
        }
    }

    private TicketStats stats(int from, int to, EventConditions events, boolean specific) {
        return tickets.projection()
                .find(new FindTicketStats(7, new Days(DAY.plusDays(from), DAY.plusDays(to)), events, specific));
    }

    private Page<TicketRow> rows(@Nullable Long fan, boolean deleted, @Nullable Long min, @Nullable Long max) {
        return tickets.projection()
                .find(new FindTicketRows(7, Days.ALL, Days.ALL, fan, deleted, new IdWindow(min, max, 4)));
    }

    private static List<Long> ids(Page<TicketRow> page) {
        return page.rows().stream().map(TicketRow::ticketId).toList();
    }

    @Test
    void work_in_columns_stops_when_its_time_is_over() {
        tickets.given(recorded(sold(1, "gala", 0, "1", 1)));
        OverdueQuery.assertStopped(() -> rows(null, false, null, null));
        OverdueQuery.assertStopped(() -> stats(0, 1, ANY, false));
        OverdueQuery.assertStopped(() -> tickets.projection().find(new FindTicketedEvents(7)));
        assertThat(ids(rows(null, false, null, null))).containsExactly(1L);
    }
}
