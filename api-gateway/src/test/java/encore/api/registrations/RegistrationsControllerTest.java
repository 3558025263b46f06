package encore.api.registrations;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.registrations.RecordedRegistration;
import encore.kernel.registrations.RegistrantBuilder;
import encore.kernel.registrations.RegistrationCommand.RecordRegistration;
import encore.kernel.registrations.RegistrationDetailsBuilder;
import encore.kernel.registrations.RegistrationQuery.FindRegistrations;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationsOfFan;
import encore.kernel.scans.RecordedScan;
import encore.kernel.scans.RecordedScans;
import encore.kernel.scans.Scan;
import encore.kernel.scans.ScanCommand.RecordScans;
import encore.kernel.scans.ScanDetailsBuilder;
import encore.kernel.scans.ScanQuery.FindScans;
import encore.kernel.scans.ScanQuery.ScanSelection;
import encore.kernel.scans.ScanRow;
import encore.kernel.time.Days;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.WebTestClient;

class RegistrationsControllerTest {

    private static final String ALL = "/api/v1/crm/registrations";
    private static final String SCANS = "/api/v1/manage/scans";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final String REQUIRED = "first_name=Ann&last_name=Lee&event_name=Gala&event_date=2026-05-01"
            + "&email=Ann@fans.example&registration_key=k1&registration_timestamp=2026-04-01 10:00:00&network=door";
    private static final Instant THEN = Instant.parse("2026-04-01T10:00:00Z");

    private static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(RegistrationsController.class, ScansController.class, ManagedScansController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void answers() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(RecordRegistration.class, command -> new RecordedRegistration("k1", 42))
                .on(FindRegistrations.class, query -> List.of())
                .on(FindRegistrationsOfFan.class, query -> new Page<>(List.of(), null, null, false, 20))
                .on(
                        RecordScans.class,
                        command -> new RecordedScans(
                                List.of(new RecordedScan(17L, "s1", false), new RecordedScan(9L, "s2", true))))
                .on(
                        FindScans.class,
                        query -> query.paging().after() == null
                                ? new Page<>(List.of(Scan.ofUnknownHolder(row())), "17", "17", false, 20)
                                : new Page<>(List.of(), null, null, false, 20));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | " + REQUIRED + "&barcode=b1&is_subscribed=on&fan_id=42&birth_date=2000-01-02",
                JSON + " | {\"first_name\": \"Ann\", \"last_name\": \"Lee\", \"event_name\": \"Gala\","
                        + " \"event_date\": \"2026-05-01\", \"email\": \"ann@fans.example\", \"registration_key\": \"k1\","
                        + " \"registration_timestamp\": 1775037600, \"network\": \"door\", \"barcode\": \"b1\","
                        + " \"is_subscribed\": true, \"fan_id\": 42, \"birth_date\": \"2000-01-02\"}"
            })
    void a_registration_is_recorded_whose_fan_may_be_named(String type, String body) {
        GATEWAY.post(ALL, type, body).isOk().expectBody().json("{\"registration_key\": \"k1\", \"fan_id\": 42}");
        var sent = (RecordRegistration) backend.sent.getFirst();
        assertThat(sent.named()).isEqualTo(new FanId(7, 42));
        assertThat(sent.inPath()).isFalse();
        assertThat(sent.details())
                .isEqualTo(RegistrationDetailsBuilder.builder()
                        .network("door")
                        .registrationKey("k1")
                        .eventName("Gala")
                        .eventDate(LocalDate.of(2026, 5, 1))
                        .barcode("b1")
                        .registrationTimestamp(THEN)
                        .isSubscribed(true)
                        .build());
        assertThat(sent.registrant())
                .isEqualTo(RegistrantBuilder.builder()
                        .firstName("Ann")
                        .lastName("Lee")
                        .email("ann@fans.example")
                        .birthDate(LocalDate.of(2000, 1, 2))
                        .build());
    }

    @Test
    void a_fans_are_answered_as_an_array_also_when_one_is_recorded() {
        GATEWAY.post("/api/v1/crm/fans/42/registrations", FORM, REQUIRED)
                .isOk()
                .expectBody()
                .json("[{\"registration_key\": \"k1\", \"fan_id\": 42}]");
        var sent = (RecordRegistration) backend.sent.getFirst();
        assertThat(sent.named()).isEqualTo(new FanId(7, 42));
        assertThat(sent.inPath()).isTrue();
        get("/api/v1/crm/fans/42/registrations").expectBody().json("[]");
        assertThat(backend.asked.getFirst()).isEqualTo(new FindRegistrationsOfFan(7, 42, new NextKey(null, 500)));
    }

    @Test
    void all_are_answered_with_their_number() {
        get(ALL + "?start_date=2026-04-01&email=Ann@fans.example&performance_uid=p1")
                .expectBody()
                .json("{\"meta\": {\"count\": 0}, \"data\": []}");
        assertThat(backend.asked.getFirst())
                .isEqualTo(new FindRegistrations(
                        7, new Days(LocalDate.of(2026, 4, 1), null), "ann@fans.example", "p1", 50));
    }

    @ParameterizedTest
    @CsvSource({
        "registration_timestamp, registration_timestamp=soon",
        "event_date, event_date=2026-02-30",
        "email, email=nobody",
        "birth_date, birth_date=2999-01-01",
        "network, network="
    })
    void bad_input_is_named(String field, String wrong) {
        String body = REQUIRED.replaceAll("(^|&)" + field + "=[^&]*", "") + "&" + wrong;
        GATEWAY.post(ALL, FORM, body)
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void scans_come_many_at_once() {
        GATEWAY.post(
                        SCANS,
                        JSON,
                        "{\"scans\": [{\"network\": \"door\", \"source_key\": \"s1\", \"scan_timestamp\": 1775037600,"
                                + " \"barcode\": \"b1\", \"is_success\": true, \"fgt_site_id\": 3}]}")
                .isOk()
                .expectBody()
                .json("[{\"scan_key\": 17, \"source_key\": \"s1\", \"is_duplicate\": false},"
                        + " {\"scan_key\": 9, \"source_key\": \"s2\", \"is_duplicate\": true}]");
        var sent = (RecordScans) backend.sent.getFirst();
        assertThat(sent.scans())
                .extracting(one -> one.details())
                .containsExactly(ScanDetailsBuilder.builder()
                        .network("door")
                        .sourceKey("s1")
                        .scanTimestamp(THEN)
                        .barcode("b1")
                        .isSuccess(true)
                        .fgtSiteId(3L)
                        .build());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"network\": \"door\", \"scan_timestamp\": 1} | scans[1].registration_key",
                "{\"network\": \"door\", \"scan_timestamp\": \"x\", \"barcode\": \"b\"} | scans[1].scan_timestamp",
                "{\"scan_timestamp\": 1, \"barcode\": \"b\"} | scans[1].network"
            })
    void a_malformed_row_is_named_and_nothing_is_recorded(String row, String field) {
        String good = "{\"network\": \"door\", \"scan_timestamp\": 1, \"barcode\": \"b\"}";
        GATEWAY.post(SCANS, JSON, "{\"scans\": [" + good + ", " + row + "]}")
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        String many = String.join(", ", java.util.Collections.nCopies(501, good));
        GATEWAY.post(SCANS, JSON, "{\"scans\": [" + many + "]}").isBadRequest();
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void scans_are_read_by_their_group_and_every_answer_leads_on() {
        String window = ALL + "/scans?network=door&start_date=2026-03-01&end_date=2026-03-02";
        get(window + "&scan_group_name_prefix=main")
                .expectBody()
                .json("{\"meta\": {\"page_size\": 1000, \"next_scan_key\": \"17\", \"count\": 1},"
                        + " \"data\": [{\"scan_key\": 17, \"scan_timestamp\": 1775037600,"
                        + " \"creation_timestamp\": 1775037660, \"pii_source\": null}]}");
        Days days = new Days(LocalDate.of(2026, 3, 1), LocalDate.of(2026, 3, 2));
        assertThat(backend.asked.getFirst())
                .isEqualTo(new FindScans(
                        7, new ScanSelection("door", null, "main", days), null, null, new NextKey(null, 1_000)));
        get(window + "&scan_group_name=Main&next_scan_key=17")
                .expectBody()
                .json("{\"meta\": {\"next_scan_key\": \"17\", \"count\": 0}, \"data\": []}");
        GATEWAY.server()
                .get()
                .uri(window)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("scan_group_name");
    }

    private static WebTestClient.ResponseSpec get(String path) {
        return GATEWAY.server().get().uri(path).exchange().expectStatus().isOk();
    }

    private static ScanRow row() {
        return new ScanRow(
                7,
                17,
                THEN.plusSeconds(60),
                "code.7.c",
                ScanDetailsBuilder.builder()
                        .network("door")
                        .sourceKey("s1")
                        .scanTimestamp(THEN)
                        .registrationKey("k1")
                        .isSuccess(true)
                        .accessMode("IN")
                        .scanGroupName("Main")
                        .build());
    }
}
