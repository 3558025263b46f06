package encore.query.scans;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.fans.Fan;
import encore.kernel.fans.FanBuilder;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.registrations.RegistrantBuilder;
import encore.kernel.registrations.Registration;
import encore.kernel.registrations.RegistrationDetailsBuilder;
import encore.kernel.registrations.RegistrationEvent.RegistrationRecorded;
import encore.kernel.registrations.RegistrationId;
import encore.kernel.registrations.RegistrationQuery;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationStreams;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationsByUid;
import encore.kernel.registrations.RegistrationQuery.RegistrationsByUid;
import encore.kernel.scans.Scan;
import encore.kernel.scans.ScanDetailsBuilder;
import encore.kernel.scans.ScanQuery.FindScanRows;
import encore.kernel.scans.ScanQuery.FindScans;
import encore.kernel.scans.ScanQuery.FindScansHeldBy;
import encore.kernel.scans.ScanQuery.FindScansOfFan;
import encore.kernel.scans.ScanQuery.ScanSelection;
import encore.kernel.scans.ScanRow;
import encore.kernel.tickets.Ticket;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketDetailsBuilder;
import encore.kernel.tickets.TicketOriginals;
import encore.kernel.tickets.TicketRow;
import encore.kernel.tickets.TicketState;
import encore.kernel.tickets.TicketsQuery;
import encore.kernel.tickets.TicketsQuery.FindTicketStreams;
import encore.kernel.tickets.TicketsQuery.FindTicketsOfStreams;
import encore.kernel.tickets.TicketsQuery.TicketsByStream;
import encore.kernel.time.Days;
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class ScansWithHoldersTest {

    private static final Instant THEN = Instant.parse("2026-05-01T20:00:00Z");
    private static final ScanSelection DOOR = new ScanSelection("door", "Gate", null, Days.ALL);
    private static final LocalDate GALA = LocalDate.of(2026, 5, 1);

    /** Every third scan belongs to a registration, the others have no known holder. */
    private final FakeQueryGateway questions = new FakeQueryGateway()
            .on(FindScanRows.class, query -> {
                String after = query.paging().after();
                int first = after == null ? 1 : Integer.parseInt(after) + 1;
                List<ScanRow> rows = IntStream.rangeClosed(first, 20)
                        .mapToObj(ScansWithHoldersTest::row)
                        .toList();
                return Page.of(rows, query.paging().limit(), row -> Long.toString(row.position()), 20);
            })
            .on(FindRegistrationsByUid.class, query -> new RegistrationsByUid(Map.of("r1", registration())));

    private final ScansWithHolders scans = new ScansWithHolders(questions);

    @Test
    void a_scan_says_what_its_registration_says_and_the_scanner_before_it() {
        List<Scan> rows = find(null, null, 3).rows();
        assertThat(rows).extracting(Scan::fanId).containsExactly(null, null, 42L);
        assertThat(rows).extracting(Scan::piiSource).containsExactly(null, null, "registration");
        assertThat(rows.getLast().email()).isEqualTo("ann@fans.example");
        assertThat(rows.getLast().barcode()).isEqualTo("scanned");
        assertThat(rows.getLast().registrationKey()).isEqualTo("k1");
    }

    @Test
    void a_scan_of_a_wristband_says_what_the_fan_says_now_and_an_erased_fan_nothing() {
        ScanRow row = new ScanRow(
                7,
                9,
                THEN,
                "identifiers.7.42",
                ScanDetailsBuilder.builder().network("door").barcode("w1").build());
        Fan ann = FanBuilder.builder()
                .fanId(42)
                .accountId(7)
                .creationTimestamp(THEN)
                .lastUpdateTimestamp(THEN)
                .fields(JsonNodeFactory.instance.objectNode())
                .hasPassword(false)
                .email("ann@fans.example")
                .build();
        var questions = new FakeQueryGateway()
                .on(FindRegistrationStreams.class, query -> new RegistrationQuery.RegistrationStreams(List.of()))
                .on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN))
                .on(FindTicketStreams.class, query -> new TicketsQuery.TicketStreams(List.of()))
                .on(FindScansHeldBy.class, query -> List.of(row))
                .on(FindFans.class, query -> List.of(ann));
        Scan scan =
                new ScansWithHolders(questions).find(new FindScansOfFan(7, 42)).getFirst();
        assertThat(scan.piiSource()).isEqualTo("wristband");
        assertThat(scan.fanId()).isEqualTo(42);
        assertThat(scan.email()).isEqualTo("ann@fans.example");
        questions.on(FindFans.class, query -> List.of());
        Scan erased =
                new ScansWithHolders(questions).find(new FindScansOfFan(7, 42)).getFirst();
        assertThat(erased.piiSource()).isNull();
        assertThat(erased.fanId()).isNull();
    }

    @Test
    void a_scan_of_a_ticket_says_what_the_ticket_says_and_an_erased_fans_nobodys_name() {
        var sold = TicketDetailsBuilder.builder()
                .network("door")
                .ticketKey("t1")
                .eventKey("gala")
                .eventName("Gala")
                .eventDate(GALA)
                .venueName("Hall")
                .orderKey("o1")
                .barcode("b1")
                .build();
        var buyer = new TicketBuyer("ann@fans.example", null, null, "DE", "BY", null, "80331");
        Ticket ticket = Ticket.of(
                new TicketRow(7, 2, 2, THEN, 42), new TicketState(sold, buyer, TicketOriginals.EMPTY), null, null);
        var row = new ScanRow(
                7,
                9,
                THEN,
                "ticket.7.t",
                ScanDetailsBuilder.builder()
                        .network("door")
                        .scanTimestamp(THEN)
                        .ticketKey("t1")
                        .isSuccess(true)
                        .accessMode("IN")
                        .scanGroupName("Gate")
                        .build());
        var fakeQueryGateway = new FakeQueryGateway()
                .on(
                        FindRegistrationStreams.class,
                        query -> new RegistrationQuery.RegistrationStreams(List.of("registration.7.r1")))
                .on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN))
                .on(FindTicketStreams.class, query -> new TicketsQuery.TicketStreams(List.of("ticket.7.t")))
                .on(FindScansHeldBy.class, query -> {
                    assertThat(query.holders()).containsExactly("registration.7.r1", "ticket.7.t", "identifiers.7.42");
                    return List.of(row);
                })
                .on(FindTicketsOfStreams.class, query -> new TicketsByStream(Map.of("ticket.7.t", ticket)));
        Scan scan = new ScansWithHolders(fakeQueryGateway)
                .find(new FindScansOfFan(7, 42))
                .getFirst();
        assertThat(scan.piiSource()).isEqualTo("ticket");
        assertThat(scan.fanId()).isEqualTo(42);
        assertThat(List.of(scan.orderKey(), scan.barcode(), scan.eventName(), scan.venueName(), scan.eventKey()))
                .containsExactly("o1", "b1", "Gala", "Hall", "gala");
        assertThat(List.of(scan.email(), scan.countryCode(), scan.province(), scan.postalCode()))
                .containsExactly("ann@fans.example", "DE", "BY", "80331");
        assertThat(scan.firstName()).isNull();
    }

    @Test
    void a_page_of_an_event_is_full_however_far_apart_its_scans_are() {
        Page<Scan> page = find(GALA, null, 2);
        assertThat(page.rows()).extracting(Scan::scanKey).containsExactly(3L, 6L);
        assertThat(page.more()).isTrue();
        assertThat(find(GALA, page.last(), 9).rows()).extracting(Scan::scanKey).containsExactly(9L, 12L, 15L, 18L);
        assertThat(find(GALA.plusDays(1), null, 2).rows()).isEmpty();
    }

    private Page<Scan> find(@Nullable LocalDate eventDate, @Nullable String after, int limit) {
        return scans.find(new FindScans(7, DOOR, null, eventDate, new NextKey(after, limit)));
    }

    private static ScanRow row(int position) {
        return new ScanRow(
                7,
                position,
                THEN,
                position % 3 == 0 ? "registration.7.r1" : "code.7.c",
                ScanDetailsBuilder.builder()
                        .network("door")
                        .scanTimestamp(THEN)
                        .barcode("scanned")
                        .isSuccess(true)
                        .accessMode("IN")
                        .scanGroupName("Gate")
                        .build());
    }

    private static Registration registration() {
        var details = RegistrationDetailsBuilder.builder()
                .network("door")
                .registrationKey("k1")
                .eventName("Gala")
                .eventDate(GALA)
                .barcode("said")
                .registrationTimestamp(THEN)
                .build();
        var registrant = RegistrantBuilder.builder()
                .firstName("Ann")
                .email("ann@fans.example")
                .build();
        var recorded = new RegistrationRecorded(new RegistrationId(7, "r1"), new FanId(7, 42), details, registrant);
        return Registration.of(recorded, registrant, THEN);
    }
}
