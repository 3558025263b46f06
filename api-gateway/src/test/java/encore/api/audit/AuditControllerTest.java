package encore.api.audit;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.export.FanExportPart;
import encore.api.export.FanExporter;
import encore.api.fans.SampleFan;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityQuery.FindActivitiesOfFan;
import encore.kernel.associations.AssociationQuery.FindAssociations;
import encore.kernel.audit.AuditQuery.FindAuditedPoints;
import encore.kernel.audit.AuditQuery.FindHeadKeys;
import encore.kernel.audit.AuditQuery.FindHeads;
import encore.kernel.audit.AuditQuery.FindProof;
import encore.kernel.audit.AuditedPoint;
import encore.kernel.audit.AuditedPointBuilder;
import encore.kernel.audit.HeadAndProof;
import encore.kernel.audit.HeadKey;
import encore.kernel.audit.Proof;
import encore.kernel.audit.SignedHead;
import encore.kernel.completions.CompletionQuery.FindCompletionsOfFan;
import encore.kernel.connections.ConnectionQuery.FindConnectedFans;
import encore.kernel.fans.FanQuery.FindFan;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindRecordsOfFan;
import encore.kernel.fanwagers.FanWagerQuery.FindWagersOfFan;
import encore.kernel.identifiers.IdentifierQuery.FindIdentifiers;
import encore.kernel.likings.LikingQuery.FindFanIdols;
import encore.kernel.media.MediaQuery.FindMediaOfFan;
import encore.kernel.operations.OperationCommand.RecordOperation;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.passes.PassQuery.FindFanPasses;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.points.ledgers.Balance;
import encore.kernel.purchases.PurchaseQuery.FindPurchasesOfFan;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationsOfFan;
import encore.kernel.rewards.RewardQuery.FindWonRewards;
import encore.kernel.scans.ScanQuery.FindScansOfFan;
import encore.kernel.sessions.SessionQuery.FindLogins;
import encore.kernel.sessions.SessionQuery.FindTermsOfFan;
import encore.kernel.shows.players.PlayerQuery.FindShowsOfFan;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotsOfFan;
import encore.kernel.subscriptions.SubscriptionQuery.FindFanSubscriptions;
import encore.kernel.tags.TagQuery.FindTagsOfFan;
import encore.kernel.tickets.TicketsQuery.FindTicketsOfFan;
import encore.kernel.time.AsOf;
import encore.kernel.time.Days;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerRecordsOfFan;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

class AuditControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(AuditController.class, FanExporter.class, EveryExport.class);

    private static final String PATH = "/api/v1/manage/audit";
    private static final SignedHead HEAD = new SignedHead(20, "ab", 1_772_366_400_000L, "cd", "ef");

    /** What the features export, whichever they are. */
    @ComponentScan(
            basePackages = "encore.api",
            useDefaultFilters = false,
            includeFilters = {
                @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = FanExportPart.class),
                @ComponentScan.Filter(type = FilterType.REGEX, pattern = "encore.api.media.MediaFiles")
            })
    static class EveryExport {}

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void a_fan_with_two_records() {
        backend.on(
                FindAuditedPoints.class,
                query -> query.paging().after() == null
                        ? new Page<>(List.of(point(3, 50)), "3", "3", true, 20)
                        : new Page<>(List.of(point(9, 70)), "9", "9", false, 20));
    }

    @Test
    void a_ledger_is_one_line_an_event_page_by_page() {
        List<String> lines = text(PATH + "/fans/42/points").lines().toList();
        assertThat(lines).hasSize(2);
        var first = JsonMapper.shared().readTree(lines.getFirst());
        assertThat(first.get("type").asString()).isEqualTo("points_awarded");
        assertThat(first.get("balance").asLong()).isEqualTo(50);
        assertThat(first.get("actor_label").asString()).isEqualTo("shop");
        assertThat(first.get("time").asLong()).isEqualTo(1_772_366_400);
        assertThat(first.get("time_iso").asString()).isEqualTo("2026-03-01T12:00:00Z");
    }

    @Test
    void it_is_asked_for_by_type_days_place_and_moment() {
        text(PATH + "/fans/42/points?point_uid=cd&start_date=2026-03-01&end_date=2026-03-02"
                + "&order=desc&after=5&limit=1&as_of=17");
        assertThat(backend.asked)
                .isEqualTo(List.of(new FindAuditedPoints(
                        7,
                        42,
                        "cd",
                        new Days(LocalDate.of(2026, 3, 1), LocalDate.of(2026, 3, 2)),
                        FindAuditedPoints.Order.DESC,
                        new NextKey("5", 1),
                        AsOf.of(17))));
    }

    @Test
    void a_time_is_a_moment_too() {
        for (String asOf : List.of("1772366400", "2026-03-01T12:00:00Z", "2026-03-01 12:00:00")) {
            backend.asked.clear();
            text(PATH + "/fans/42/points?as_of=" + asOf.replace(" ", "%20"));
            assertThat(backend.asked.getFirst().asOf()).isEqualTo(AsOf.of(Instant.parse("2026-03-01T12:00:00Z")));
        }
        backend.asked.clear();
        text(PATH + "/fans/42/points?as_of=position:2000000000");
        assertThat(backend.asked.getFirst().asOf()).isEqualTo(AsOf.of(2_000_000_000L));
    }

    @Test
    void a_value_that_is_no_moment_is_refused() {
        for (String asOf : List.of("yesterday", "2026-13-01T12:00:00Z", "-1")) {
            client.get()
                    .uri(PATH + "/fans/42/points?as_of=" + asOf)
                    .exchange()
                    .expectStatus()
                    .isBadRequest()
                    .expectBody()
                    .jsonPath("$.errors[0].field")
                    .isEqualTo("as_of");
        }
    }

    @Test
    void an_unknown_fan_is_a_404() {
        backend.on(
                FindAuditedPoints.class,
                query -> Mono.error(new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is no such fan.")));
        client.get().uri(PATH + "/fans/42/points").exchange().expectStatus().isNotFound();
    }

    @Test
    void a_proof_comes_with_the_head_and_the_head_alone_without_an_event() {
        var proof = new Proof(
                new Proof.Commit(1, 3, 2, 1_772_366_400_000L, "00"),
                new Proof.Row(3, "ledger.7.42.cd", 0, "points_awarded", "1", "{}", "{}"),
                "01",
                "02",
                List.of("03"),
                HEAD);
        backend.on(FindProof.class, query -> new HeadAndProof(HEAD, query.position() == null ? null : proof));
        client.get()
                .uri(PATH + "/proof")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"head\": {\"position\": 20, \"hash\": \"ab\", \"at\": 1772366400000, \"signature\": \"cd\","
                        + " \"public_key\": \"ef\"},"
                        + " \"proof\": null}");
        client.get()
                .uri(PATH + "/proof?position=3&to=4")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"proof\": {\"previous_head\": \"01\", \"leaf\": \"02\", \"leaves\": [\"03\"],"
                        + " \"event\": {\"stream\": \"ledger.7.42.cd\"}, \"commit\": {\"count\": 2}}}");
        assertThat(backend.asked).contains(new FindProof(7, 3L, 4L));
    }

    @Test
    void kept_heads_are_one_array_page_by_page_and_the_keys_another() {
        backend.on(
                FindHeads.class,
                query -> query.paging().after() == null
                        ? new Page<>(List.of(HEAD), "1772366400000", "1772366400000", true, 20)
                        : new Page<>(List.of(HEAD, HEAD), "8", "9", false, 20));
        backend.on(FindHeadKeys.class, query -> List.of(new HeadKey("Ed25519", "ef")));
        assertThat(JsonMapper.shared().readTree(text(PATH + "/heads"))).hasSize(3);
        assertThat(backend.asked).last().isEqualTo(new FindHeads(7, new NextKey("1772366400000", 500)));
        assertThat(text(PATH + "/keys")).isEqualTo("[{\"algorithm\":\"Ed25519\",\"public_key\":\"ef\"}]");
    }

    @Test
    void an_export_is_a_zip_of_all_there_is() throws IOException {
        backend.on(FindFan.class, query -> SampleFan.numbered(query.fanId()))
                .on(FindIdentifiers.class, query -> List.of())
                .on(FindConnectedFans.class, query -> List.of())
                .on(FindPurchasesOfFan.class, query -> new Page<>(List.of(), null, null, false, 20))
                .on(FindRegistrationsOfFan.class, query -> new Page<>(List.of(), null, null, false, 20))
                .on(FindScansOfFan.class, query -> List.of())
                .on(FindActivitiesOfFan.class, query -> Page.of(List.of(), 1, row -> "", 9))
                .on(FindTicketsOfFan.class, query -> Page.of(List.of(), 1, row -> "", 9))
                .on(FindAssociations.class, query -> List.of())
                .on(FindFanPasses.class, query -> List.of())
                .on(FindWonRewards.class, query -> List.of())
                .on(FindCompletionsOfFan.class, query -> List.of())
                .on(FindSnapshotsOfFan.class, query -> List.of())
                .on(FindTagsOfFan.class, query -> List.of())
                .on(FindFanIdols.class, query -> List.of())
                .on(FindTermsOfFan.class, query -> List.of())
                .on(FindShowsOfFan.class, query -> List.of())
                .on(FindLogins.class, query -> new Page<>(List.of(), null, null, false, 20))
                .on(FindRecordsOfFan.class, query -> List.of())
                .on(FindTrackerRecordsOfFan.class, query -> new Page<>(List.of(), null, null, false, 20))
                .on(FindFanSubscriptions.class, query -> List.of())
                .on(FindMediaOfFan.class, query -> List.of())
                .on(FindWagersOfFan.class, query -> Page.of(List.of(), 1, row -> "", 9))
                .on(FindBalances.class, query -> List.of(new Balance("cd", "discs", 70, 1L, null, 9)));
        byte[] body = client.get()
                .uri(PATH + "/fans/42/export")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("Content-Disposition", "attachment; filename=\"fan-42.zip\"")
                .expectBody()
                .returnResult()
                .getResponseBody();
        Map<String, String> files = new LinkedHashMap<>();
        try (var zip = new ZipInputStream(new ByteArrayInputStream(body))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        assertThat(files.keySet())
                .containsExactly(
                        "activities.json",
                        "associations.json",
                        "balances.json",
                        "completions.json",
                        "connections.json",
                        "fan.json",
                        "fan_wagers.json",
                        "identifiers.json",
                        "idols.json",
                        "logins.json",
                        "media.json",
                        "passes.json",
                        "points.json",
                        "purchases.json",
                        "registrations.json",
                        "rewards.json",
                        "scans.json",
                        "shows.json",
                        "snapshots.json",
                        "stream_records.json",
                        "subscriptions.json",
                        "tags.json",
                        "terms.json",
                        "tickets.json",
                        "tracker_events.json");
        assertThat(JsonMapper.shared().readTree(files.get("points.json"))).hasSize(2);
        assertThat(JsonMapper.shared()
                        .readTree(files.get("fan.json"))
                        .get("fan_id")
                        .asLong())
                .isEqualTo(42);
    }

    @Test
    void nobody_exports_a_fan_that_is_gone() {
        backend.on(FindFan.class, query -> {
            throw new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is no such fan.");
        });
        client.get().uri(PATH + "/fans/42/export").exchange().expectStatus().isNotFound();
    }

    private String text(String uri) {
        return client.get()
                .uri(URI.create("http://127.0.0.1:" + GATEWAY.port() + uri))
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }

    private static AuditedPoint point(long position, long balance) {
        return AuditedPointBuilder.builder()
                .type("points_awarded")
                .position(position)
                .time(Instant.parse("2026-03-01T12:00:00Z"))
                .pointUid("cd")
                .fanPointUid("p" + position)
                .pointCount(50)
                .balance(balance)
                .pointType("points")
                .pointSource("crm")
                .command("AwardPoints")
                .actor("key-7")
                .actorLabel("shop")
                .build();
    }

    @Test
    void a_reader_of_a_whole_history_and_an_export_of_a_fan_are_in_the_journal() {
        text(PATH + "/fans/42/points");
        assertThat(notes()).containsExactly("ReadLedger fan.7.42");
        backend.sent.clear();
        client.get().uri(PATH + "/proof").exchange();
        assertThat(notes()).isEmpty();
    }

    private List<String> notes() {
        return backend.sent.stream()
                .map(RecordOperation.class::cast)
                .map(order -> order.operation() + " " + order.target())
                .toList();
    }
}
