package encore.api.performances;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceCommand.AddPerformance;
import encore.kernel.performances.PerformanceCommand.ChangePerformance;
import encore.kernel.performances.PerformanceCommand.PicturePerformance;
import encore.kernel.performances.PerformanceCommand.RemovePerformance;
import encore.kernel.performances.PerformanceDetails;
import encore.kernel.performances.PerformanceDetailsBuilder;
import encore.kernel.performances.PerformanceId;
import encore.kernel.performances.PerformancePicture;
import encore.kernel.performances.PerformanceQuery.FindPerformance;
import encore.kernel.performances.PerformanceQuery.ListPerformances;
import encore.kernel.performances.PerformanceStatus;
import encore.kernel.performances.PerformanceUid;
import encore.kernel.venues.Place;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

class PerformancesControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(PerformancesController.class, ManagedPerformancesController.class);

    private static final String ALL = "/api/v1/ent/performances";
    private static final String MANAGED = "/api/v1/manage/performances/s-1";
    private static final PerformanceId SHOW = new PerformanceId(7, "s-1");
    private static final UUID PICTURE = UUID.fromString("0192f3c1-0000-7000-8000-000000000001");
    private static final PerformanceDetails DETAILS = PerformanceDetailsBuilder.builder()
            .performanceName("Gala")
            .performanceDate(LocalDate.of(2026, 5, 1))
            .onsaleDate(LocalDate.of(2026, 2, 1))
            .announceDate(LocalDate.of(2026, 1, 1))
            .socialAdAccountId("ad-1")
            .venueUid("v-1")
            .promoter("Promo")
            .artistName("Bo")
            .campaignEventKey("ek")
            .campaignTourKey("tk")
            .performanceUrl("https://x.example/gala")
            .status(PerformanceStatus.READY)
            .buyingGroup("group")
            .notes("notes")
            .performanceGroupName("spring")
            .businessId(42L)
            .socialEventId("se")
            .labelName("label")
            .additionalArtistNames(List.of("Cy", "Di"))
            .outlet("outlet")
            .vendor("vendor")
            .referralPageTabId(9L)
            .build();
    private static final PerformanceDetails NOTHING = details(null, null);
    private static final String SHOW_JSON = """
            {"performance_uid": "s-1", "account_id": 7, "performance_name": "Gala", "performance_date": "2026-05-01",
             "social_ad_account_id": "ad-1", "metro_area": "Vienna", "creation_timestamp": 1700000000,
             "creation_timestamp_iso": "2023-11-14T22:13:20Z", "onsale_date": "2026-02-01",
             "announce_date": "2026-01-01", "venue_name": "Hall", "display_venue_name": "<b>Hall</b>",
             "promoter": "Promo", "artist_name": "Bo", "additional_artist_names": ["Cy", "Di"],
             "campaign_event_key": "ek", "campaign_tour_key": "tk",
             "media_uid": "0192f3c1-0000-7000-8000-000000000001", "connected_ticket_events": [], "province": null,
             "country_code": "AT", "city": "Wien", "performance_url": "https://x.example/gala", "status": "ready",
             "buying_group": "group", "notes": "notes", "performance_group_name": "spring", "venue_uid": "v-1",
             "business_id": 42, "social_event_id": "se", "label_name": "label", "is_valid_idol": true,
             "outlet": "outlet", "vendor": "vendor", "referral_page_tab_id": 9}""";
    private static final String FORM = "application/x-www-form-urlencoded";

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_performance() {
        var performance = Performance.entered(SHOW, Instant.ofEpochSecond(1_700_000_000), DETAILS, PICTURE)
                .withJoins(new Place("Hall", "<b>Hall</b>", "Wien", null, "AT", "Vienna"), true, List.of());
        backend.on(ListPerformances.class, query -> new Page<>(List.of(performance), "1", "1", false, 9))
                .on(FindPerformance.class, query -> performance)
                .on(
                        AddPerformance.class,
                        command -> new PerformanceUid(command.performance().uid()))
                .on(ChangePerformance.class, command -> new PerformanceUid("s-1"))
                .on(PicturePerformance.class, command -> new PerformanceUid("s-1"))
                .on(RemovePerformance.class, command -> new PerformanceUid("s-1"));
    }

    @Test
    void a_key_alone_reads_and_adds_and_the_secret_changes() {
        var anybody = GATEWAY.anybody();
        String key = "?api_key=" + GatewayUnderTest.API_KEY;
        anybody.get()
                .uri(ALL + key)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("[" + SHOW_JSON + "]", JsonCompareMode.STRICT);
        anybody.get()
                .uri(ALL + "/s-1" + key)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(SHOW_JSON, JsonCompareMode.STRICT);
        anybody.post()
                .uri(ALL + key)
                .contentType(MediaType.parseMediaType(FORM))
                .bodyValue("performance_name=Gala&performance_date=2026-05-01")
                .exchange()
                .expectStatus()
                .isOk();
        anybody.post().uri(ALL + "/s-1" + key).exchange().expectStatus().isUnauthorized();
        anybody.delete().uri(ALL + "/s-1" + key).exchange().expectStatus().isUnauthorized();
        assertThat(backend.asked)
                .isEqualTo(List.of(new ListPerformances(7, new NextKey(null, 500)), new FindPerformance(7, "s-1")));
        assertThat(((AddPerformance) backend.sent.getFirst()).details())
                .isEqualTo(details("Gala", LocalDate.of(2026, 5, 1)));
        assertThat(backend.sent).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM
                        + " | performance_name=Gala&performance_date=2026-05-01&onsale_date=2026-02-01&announce_date=2026-01-01&social_ad_account_id=ad-1&venue_uid=v-1&promoter=Promo&artist_name=Bo&campaign_event_key=ek&campaign_tour_key=tk&performance_url=https://x.example/gala&status=ready&buying_group=group&notes=notes&performance_group_name=spring&business_id=42&social_event_id=se&label_name=label&additional_artist_names=Cy&additional_artist_names=Di&outlet=outlet&vendor=vendor&referral_page_tab_id=9",
                "application/json | {\"performance_name\": \"Gala\", \"performance_date\": \"2026-05-01\", \"onsale_date\": \"2026-02-01\", \"announce_date\": \"2026-01-01\", \"social_ad_account_id\": \"ad-1\", \"venue_uid\": \"v-1\", \"promoter\": \"Promo\", \"artist_name\": \"Bo\", \"campaign_event_key\": \"ek\", \"campaign_tour_key\": \"tk\", \"performance_url\": \"https://x.example/gala\", \"status\": \"ready\", \"buying_group\": \"group\", \"notes\": \"notes\", \"performance_group_name\": \"spring\", \"business_id\": 42, \"social_event_id\": \"se\", \"label_name\": \"label\", \"additional_artist_names\": [\"Cy\", \"Di\"], \"outlet\": \"outlet\", \"vendor\": \"vendor\", \"referral_page_tab_id\": 9}"
            })
    void all_22_inputs_add_and_change(String type, String body) {
        GATEWAY.post(ALL, type, body)
                .isOk()
                .expectBody()
                .jsonPath("$.performance_uid")
                .isNotEmpty();
        assertThat(((AddPerformance) backend.sent.getFirst()).details()).isEqualTo(DETAILS);
        GATEWAY.post(ALL + "/s-1", type, body).isOk().expectBody().json("{\"performance_uid\": \"s-1\"}");
        assertThat(backend.sent.getLast()).isEqualTo(new ChangePerformance(SHOW, Patch.of(DETAILS)));
    }

    @Test
    void a_change_needs_nothing_and_clears_what_is_empty() {
        GATEWAY.post(ALL + "/s-1", FORM, "").isOk();
        GATEWAY.post(ALL + "/s-1", FORM, "notes=&onsale_date=&referral_page_tab_id=&performance_name=")
                .isOk();
        assertThat(backend.sent)
                .isEqualTo(List.of(
                        new ChangePerformance(SHOW, Patch.of(NOTHING)),
                        new ChangePerformance(
                                SHOW,
                                new Patch<>(
                                        NOTHING,
                                        Set.of("notes", "onsaleDate", "referralPageTabId", "performanceName")))));
    }

    @Test
    void an_empty_status_is_a_draft_and_an_empty_list_is_no_further_artist() {
        GATEWAY.post(ALL + "/s-1", "application/json", "{\"status\": null, \"additional_artist_names\": []}")
                .isOk();
        var change = ((ChangePerformance) backend.sent.getFirst()).change();
        assertThat(change.given().status()).isEqualTo(PerformanceStatus.DRAFT);
        assertThat(change.given().additionalArtistNames()).isEmpty();
        assertThat(change.cleared()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "performance_date=2026-05-01, performance_name",
        "performance_name=Gala, performance_date",
        "performance_name=Gala&performance_date=1.5.2026, performance_date",
        "performance_name=Gala&performance_date=2026-05-01&status=Ready, status",
        "performance_name=Gala&performance_date=2026-05-01&performance_url=http://x.example, performance_url",
        "performance_name=Gala&performance_date=2026-05-01&business_id=0, business_id"
    })
    void a_new_one_that_cannot_be_names_what_is_wrong(String form, String field) {
        naming(GATEWAY.post(ALL, FORM, form), field);
        assertThat(backend.sent).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "performance_name, 255",
        "promoter, 128",
        "artist_name, 255",
        "campaign_event_key, 64",
        "campaign_tour_key, 64",
        "performance_group_name, 128",
        "additional_artist_names, 256",
        "outlet, 128",
        "vendor, 128"
    })
    void each_text_has_its_bound(String field, int most) {
        GATEWAY.post(ALL + "/s-1", FORM, field + "=" + "x".repeat(most)).isOk();
        naming(GATEWAY.post(ALL + "/s-1", FORM, field + "=" + "x".repeat(most + 1)), field);
    }

    @Test
    void removing_answers_true() {
        client.delete()
                .uri(ALL + "/s-1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).isEqualTo(List.of(new RemovePerformance(SHOW)));
    }

    @Test
    void staff_gives_a_picture_and_takes_it_away() {
        client.get().uri(MANAGED).exchange().expectStatus().isOk().expectBody().json(SHOW_JSON);
        GATEWAY.post(MANAGED, FORM, "media_uid=" + PICTURE).isOk();
        GATEWAY.post(MANAGED, "application/json", "{\"media_uid\": null}").isOk();
        naming(GATEWAY.post(MANAGED, FORM, "media_uid=picture"), "media_uid");
        assertThat(backend.sent)
                .isEqualTo(List.of(
                        new PicturePerformance(SHOW, Patch.of(new PerformancePicture(PICTURE))),
                        new PicturePerformance(SHOW, new Patch<>(PerformancePicture.NONE, Set.of("mediaUid")))));
    }

    private static PerformanceDetails details(@Nullable String name, @Nullable LocalDate date) {
        return PerformanceDetailsBuilder.builder()
                .performanceName(name)
                .performanceDate(date)
                .build();
    }

    private static void naming(StatusAssertions status, String field) {
        status.isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .value(String.class, name -> assertThat(name).startsWith(field));
    }
}
