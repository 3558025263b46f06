package encore.api.trackers;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.kernel.paging.Page;
import encore.kernel.time.Days;
import encore.kernel.trackers.SavedTracker;
import encore.kernel.trackers.StoredTracker;
import encore.kernel.trackers.TrackerCommand.ChangeTracker;
import encore.kernel.trackers.TrackerCommand.CreateTracker;
import encore.kernel.trackers.TrackerDetailsBuilder;
import encore.kernel.trackers.TrackerEntry;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackerNetwork;
import encore.kernel.trackers.TrackerNumbers;
import encore.kernel.trackers.TrackerQuery.FindTracker;
import encore.kernel.trackers.TrackerQuery.ListTrackers;
import encore.kernel.trackers.domains.TrackerDomainCommand.AddTrackerDomain;
import encore.kernel.trackers.purchases.RecordedTrackerPurchase;
import encore.kernel.trackers.purchases.RecordedTrackerPurchases;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.ReportPurchase;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.ReportPurchases;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerRecords;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TrackersControllerTest {

    private static final String PATH = "/api/v1/trackers";
    private static final String MANAGED = "/api/v1/manage/trackers/900";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            Map.of("encore.public-url", "https://fans.example"),
            TrackersController.class,
            ManagedTrackersController.class,
            TrackerDomainsController.class,
            TrackerEventsController.class,
            ShortLinkTargets.class,
            PublicHosts.class,
            PersonalLinks.class);

    private final List<CreateTracker> created = new ArrayList<>();
    private final List<Days> listed = new ArrayList<>();

    @BeforeEach
    void answers() {
        GATEWAY.backend.on(CreateTracker.class, command -> {
            created.add(command);
            return new SavedTracker(
                    command.tracker().number(),
                    command.virtualDomain(),
                    command.key().trackerKey());
        });
        GATEWAY.backend.on(ListTrackers.class, query -> {
            listed.add(query.days());
            return List.of(entry());
        });
        GATEWAY.backend.on(FindTracker.class, query -> entry());
    }

    private static TrackerEntry entry() {
        var details = TrackerDetailsBuilder.builder()
                .trackerName("Poster")
                .trackerGroupName("Spring")
                .targetUrl("https://shop.example/a")
                .build();
        var tracker = new StoredTracker(
                new TrackerId(GatewayUnderTest.ACCOUNT, 900), "abc", null, null, details, Instant.EPOCH);
        return new TrackerEntry(
                tracker, new TrackerNumbers(3, 2, Map.of("", new BigDecimal("4.5"), "EUR", BigDecimal.TEN)), "USD");
    }

    @Test
    void a_tracker_is_created_by_form_and_by_json() {
        GATEWAY.post(
                        PATH,
                        FORM,
                        "virtual_domain=fans.example&target_url=https://shop.example/a&tracker_name=Poster"
                                + "&tracker_group_name=Spring&network=nowhere&tracker_key=Key1")
                .isOk()
                .expectBody()
                .jsonPath("$.virtual_domain")
                .isEqualTo("fans.example")
                .jsonPath("$.tracker_key")
                .isEqualTo("Key1");
        GATEWAY.post(PATH, JSON, """
                        {"virtual_domain": "Go.Example", "target_url": "https://shop.example", "tracker_name": "B",
                         "tracker_group_name": "G", "network": "video"}""")
                .isOk()
                .expectBody()
                .jsonPath("$.virtual_domain")
                .isEqualTo("go.example");
        assertThat(created).extracting(CreateTracker::virtualDomain).containsExactly(null, "go.example");
        assertThat(created)
                .extracting(command -> command.details().network())
                .containsExactly(TrackerNetwork.CUSTOM, TrackerNetwork.VIDEO);
        assertThat(created.getLast().key().isChosen()).isFalse();
        assertThat(created.getLast().key().trackerKey()).matches("[0-9a-z]{12}");
    }

    @Test
    void targets_and_keys_that_are_wrong_are_named() {
        String rest = "&virtual_domain=a.example&tracker_name=P&tracker_group_name=G";
        naming(GATEWAY.post(PATH, FORM, "target_url=javascript:alert(1)" + rest), "target_url");
        naming(GATEWAY.post(PATH, FORM, "target_url=https://FANS.example/t/abc" + rest), "target_url");
        naming(GATEWAY.post(PATH, FORM, "target_url=https://a.example&tracker_key=a-b" + rest), "tracker_key");
        naming(
                GATEWAY.post(PATH, FORM, "target_url=https://a.example&tracker_name=P&tracker_group_name=G"),
                "virtual_domain");
        assertThat(created).isEmpty();
    }

    @Test
    void days_are_read_as_the_contract_spells_them() {
        GATEWAY.server()
                .get()
                .uri(PATH + "?min_creation_date=02/28/69&max_creation_date=12/31/68")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$[0].tracker_url")
                .isEqualTo("https://fans.example/t/abc")
                .jsonPath("$[0].attributed_purchase_amount")
                .isEqualTo(4.5)
                .jsonPath("$[0].total_tracker_click_count")
                .isEqualTo(3);
        assertThat(listed).containsExactly(new Days(LocalDate.of(1969, 2, 28), LocalDate.of(2068, 12, 31)));
        for (String wrong : List.of("2/3/26", "02/30/26", "2026-02-03", "02/03/2026")) {
            naming(
                    GATEWAY.server()
                            .get()
                            .uri(PATH + "?min_creation_date=" + wrong)
                            .exchange()
                            .expectStatus(),
                    "min_creation_date");
        }
    }

    @Test
    void events_have_a_cursor_on_every_page() {
        GATEWAY.backend.on(FindTrackerRecords.class, query -> new Page<>(List.of(), null, null, false, 9));
        String window = PATH + "/events?start_timestamp=100&end_timestamp=200";
        GATEWAY.server()
                .get()
                .uri(window + "&cursor=17")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.meta.cursor")
                .isEqualTo("17")
                .jsonPath("$.meta.page_size")
                .isEqualTo(1000)
                .jsonPath("$.records")
                .isArray();
        naming(GATEWAY.server().get().uri(window + "&cursor=x").exchange().expectStatus(), "cursor");
        naming(
                GATEWAY.server()
                        .get()
                        .uri(PATH + "/events?start_timestamp=200&end_timestamp=100")
                        .exchange()
                        .expectStatus(),
                "end_timestamp");
    }

    @Test
    void staff_change_trackers_and_see_the_rules() {
        List<ChangeTracker> changes = new ArrayList<>();
        GATEWAY.backend.on(ChangeTracker.class, command -> {
            changes.add(command);
            return new SavedTracker(900, null, "abc");
        });
        GATEWAY.post(MANAGED, FORM, "attribution_days=7&venue_id_wildcard=")
                .isOk()
                .expectBody()
                .jsonPath("$.attribution_days")
                .isEqualTo(30)
                .jsonPath("$.amounts.EUR")
                .isEqualTo(10);
        assertThat(changes.getFirst().change().cleared()).containsExactly("venueIdWildcard");
        naming(GATEWAY.post(MANAGED, JSON, "{\"attribution_days\": 366}"), "attribution_days");
    }

    @Test
    void domains_are_names_of_hosts_and_never_the_public_one() {
        GATEWAY.backend.on(AddTrackerDomain.class, command -> {
            throw new AssertionError("must not be sent");
        });
        naming(GATEWAY.post("/api/v1/manage/tracker_domains", FORM, "virtual_domain=FANS.example"), "virtual_domain");
        naming(GATEWAY.post("/api/v1/manage/tracker_domains", FORM, "virtual_domain=a_b"), "virtual_domain");
        naming(GATEWAY.post("/api/v1/manage/tracker_domains", JSON, "{\"virtual_domain\": \"a/t\"}"), "virtual_domain");
    }

    @Test
    void purchases_are_reported_many_at_once() {
        List<ReportPurchase> reports = new ArrayList<>();
        GATEWAY.backend.on(ReportPurchases.class, command -> {
            reports.addAll(command.reports());
            return new RecordedTrackerPurchases(command.reports().stream()
                    .map(report -> new RecordedTrackerPurchase(report.purchase().uid(), null, false))
                    .toList());
        });
        GATEWAY.post("/api/v1/manage/tracker_events", JSON, """
                        [{"purchase_event_name": "Show", "tracker_key": "abc", "purchase_amount": 12.50,
                          "currency": "eur", "purchase_event_details": {"row": 3}}]""").isOk();
        ReportPurchase report = reports.getFirst();
        assertThat(report.source().trackerKey()).isEqualTo("abc");
        assertThat(report.details().purchaseAmount()).isEqualTo(new BigDecimal("12.5"));
        assertThat(report.details().currency()).isEqualTo("EUR");
        naming(
                GATEWAY.post("/api/v1/manage/tracker_events", JSON, "[{\"purchase_amount\": 1}]"),
                "tracker_events[0].purchase_event_name");
    }
}
