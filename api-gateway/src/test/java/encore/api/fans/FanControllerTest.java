package encore.api.fans;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.passwords.PasswordHasher;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fans.ErasedFan;
import encore.kernel.fans.Erasure;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanCommand.DescribeFan;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanDetails;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindErasures;
import encore.kernel.fans.FanQuery.FindFan;
import encore.kernel.fans.FanQuery.FindFanDetails;
import encore.kernel.fans.FanQuery.FindFanUpdates;
import encore.kernel.fans.FanQuery.FindFreeDisplayName;
import encore.kernel.fans.FreeDisplayName;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.UpdatedFan;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.tags.RequestedTag;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;

class FanControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            FanController.class,
            ErasuresController.class,
            FanUpdatesController.class,
            ManagedFansController.class,
            DisplayNamesController.class,
            PasswordHasher.class);

    private static final FanId ANN = new FanId(GatewayUnderTest.ACCOUNT, 42);
    private static final Instant MADE = Instant.parse("2026-03-01T12:00:00Z");
    private static final String PATH = "/api/v1/crm/fans/42";

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    /** Bounds of our own, which the contract does not give; in code points. */
    @ParameterizedTest
    @CsvSource({"city, 255", "province, 255", "postal_code, 255", "fan_source, 64", "display_name, 128", "password, 255"
    })
    void a_text_has_at_most_the_characters_that_fit_its_field(String name, int most) {
        String country = name.equals("fan_source") || name.equals("display_name") ? "" : "&country_code=DE";
        client.post()
                .uri(PATH)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(name + "=" + "%F0%9F%8E%B8".repeat(most) + country)
                .exchange()
                .expectStatus()
                .isOk();
        client.post()
                .uri(PATH)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(name + "=" + "a".repeat(most + 1) + country)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(name)
                .jsonPath("$.errors[0].code")
                .isEqualTo("length");
        assertThat(backend.sent).hasSize(1);
    }

    @BeforeEach
    void one_fan() {
        backend.on(
                        FindFan.class,
                        query -> query.fanId() == 42
                                ? SampleFan.numbered(42)
                                : Mono.error(new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is none.")))
                .on(
                        FindFanDetails.class,
                        query -> query.fanId() == 42
                                ? new FanDetails(
                                        SampleFan.numbered(42),
                                        List.of(43L),
                                        List.of(new FanDetails.Identifier("portal", "m-1")))
                                : Mono.error(new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is none.")))
                .on(ChangeFan.class, command -> new RegisteredFan(42))
                .on(DescribeFan.class, command -> new RegisteredFan(42))
                .on(EraseFan.class, command -> new ErasedFan(42));
    }

    @Test
    void a_fan_is_read_with_its_connections_and_identifiers() {
        client.get().uri(PATH).exchange().expectStatus().isOk().expectBody().json("""
                {"fan_id": 42, "account_id": 7, "name": "Ann Bell", "first_name": "Ann", "last_name": "Bell",
                 "display_name": "annie", "is_confirmed": true, "is_phone_confirmed": null, "email": "ann@x.example",
                 "province": "MA", "latitude": 42.36, "longitude": -71.06, "creation_timestamp": 1772366400,
                 "creation_timestamp_iso": "2026-03-01T12:00:00Z", "ip_address": null, "country_code": "US",
                 "city": "Boston", "is_subscribed": true, "is_optout": null, "is_phone_subscribed": false, "rating": 5,
                 "phone": "+12025550101", "birth_date": "1990-05-17", "metro_area": null, "postal_code": "02101",
                 "last_update_timestamp": 1772366400, "last_update_timestamp_iso": "2026-03-01T12:00:00Z",
                 "fan_source": "web", "fields": null, "gender": "female", "tags": null, "moderator_status": null,
                 "access_code": null, "has_password": true, "props": null, "is_guest": null, "last_page_tab_id": null,
                 "last_campaign_name": null, "opted_in_business_ids": [5], "connected_fans": [43],
                 "identifiers": [{"network": "portal", "identifier_value": "m-1"}]}""", JsonCompareMode.STRICT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"43", "-1", "x", "99999999999999999999"})
    void a_fan_that_is_not_there_is_a_404(String fan) {
        client.get().uri("/api/v1/crm/fans/" + fan).exchange().expectStatus().isNotFound();
    }

    @Test
    void a_change_carries_what_was_given_and_nothing_else() {
        client.post()
                .uri(PATH)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("""
                        {"fan_id": 99, "last_name": "", "display_name": null, "phone": "030 123456",
                         "country_code": "de", "city": "Berlin", "is_subscribed": false, "business_3": false}""")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"fan_id\": 42}");
        assertThat(backend.sent)
                .containsExactly(new ChangeFan(
                        ANN,
                        Patch.of(ProfileBuilder.builder()
                                .lastName("")
                                .displayName("")
                                .phone("+4930123456")
                                .countryCode("DE")
                                .city("Berlin")
                                .build()),
                        Patch.of(ConsentBuilder.builder()
                                .optedInBusinesses(List.of())
                                .optedOutBusinesses(List.of(3L))
                                .isSubscribed(false)
                                .build()),
                        Patch.of(Curation.EMPTY),
                        null));
    }

    @Test
    void a_change_by_form_may_set_a_password() {
        change("password=correct+horse").expectStatus().isOk();
        assertThat(((ChangeFan) backend.sent.getFirst()).passwordHash()).startsWith("$argon2id$");
    }

    @ParameterizedTest
    @CsvSource({
        "province=MA,country_code",
        "city=Boston,country_code",
        "postal_code=02101&country_code=,country_code",
        "email=nobody,email",
        "gender=none,gender",
        "business_-1=true,business_-1",
        "email=dots@x..com,email",
        "phone=5550111,phone",
        "ip_address=1.2,ip_address",
        "ip_address=010.0.0.1,ip_address",
        "ip_address=fe80::1%25eth0,ip_address",
        "ip_address=00001::,ip_address"
    })
    void a_wrong_change_is_named(String form, String field) {
        change(form)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_contact_of_another_fan_is_a_400_that_names_it() {
        backend.on(
                ChangeFan.class,
                command -> Mono.error(
                        new Refusal(Refusal.Kind.RULE, "contact-taken", "email", "Another fan has this email.")));
        change("email=bob@x.example")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("email");
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1,192.0.2.1",
        "2001:DB8:0:0:1:0:0:1,2001:db8::1:0:0:1",
        "::ffff:192.0.2.1,::ffff:192.0.2.1",
        "::FFFF:c000:201,::ffff:192.0.2.1",
        "0:0:0:0:0:0:0:0,::"
    })
    void an_address_is_kept_as_it_is_written_today(String given, String kept) {
        change("ip_address=" + given).expectStatus().isOk();
        assertThat(((ChangeFan) backend.sent.getFirst()).profile().given().ipAddress())
                .isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource({
        "birth_date=1.1.2001,birth_date: must be YYYY-MM-DD",
        "birth_date=2999-01-01,birth_date: must not be in the future",
        "business_x=true,business_x: must be business_ and a number"
    })
    void a_problem_says_what_is_wrong(String form, String detail) {
        change(form)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.detail")
                .isEqualTo(detail);
    }

    @ParameterizedTest
    @CsvSource({"2026-02-28T10:00:00Z", "2026-02-28 10:00:00", "1772272800"})
    void updates_begin_at_a_time_as_well(String time) {
        backend.on(FindFanUpdates.class, query -> new Page<UpdatedFan>(List.of(), null, null, false, 9));
        client.get()
                .uri("/api/v1/crm/fan_updates?last_update_date={time}", time)
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(((FindFanUpdates) backend.asked.getFirst()).from()).isEqualTo("2026-02-28T10:00:00Z");
    }

    @Test
    void erasures_are_listed_for_callers_that_keep_copies() {
        backend.on(FindErasures.class, query -> new Page<>(List.of(new Erasure(42, 17, MADE)), "17", "17", true, 20));
        client.get()
                .uri("/api/v1/manage/erasures?next_erasure_key=9&limit=1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"meta": {"page_size": 1, "next_erasure_key": "17", "count": 1},
                         "data": [{"fan_id": 42, "position": 17, "time": 1772366400,
                                   "time_iso": "2026-03-01T12:00:00Z"}]}""", JsonCompareMode.STRICT);
        assertThat(backend.asked).containsExactly(new FindErasures(7, new Paging.NextKey("9", 1)));
    }

    @Test
    void an_erasure_answers_true() {
        client.delete()
                .uri(PATH)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).containsExactly(new EraseFan(ANN));
    }

    @Test
    void updates_name_the_keys_of_their_page() {
        backend.on(
                FindFanUpdates.class,
                query -> new Page<>(
                        List.of(new UpdatedFan("1772366400_5_42", SampleFan.numbered(42))),
                        "1772366400_5_42",
                        "1772366400_5_42",
                        false,
                        9));
        client.get()
                .uri("/api/v1/crm/fan_updates?last_update_date=2026-02-28&min_time_key=1_2_3")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"meta": {"min_fan_time_key": "1772366400_5_42", "max_fan_time_key": "1772366400_5_42",
                                  "count": 1},
                         "data": [{"fan_time_key": "1772366400_5_42", "fan_id": 42, "email": "ann@x.example",
                                   "last_update_timestamp_iso": "2026-03-01T12:00:00Z",
                                   "opted_in_business_ids": [5]}]}""");
        FindFanUpdates asked = (FindFanUpdates) backend.asked.getFirst();
        assertThat(asked.from()).isEqualTo(Instant.parse("2026-02-28T00:00:00Z"));
        assertThat(asked.paging().min()).isEqualTo("1_2_3");
        assertThat(asked.paging().limit()).isEqualTo(1000);
    }

    @Test
    void an_empty_page_of_updates_returns_the_key_sent() {
        backend.on(FindFanUpdates.class, query -> new Page<UpdatedFan>(List.of(), null, null, false, 9));
        client.get()
                .uri("/api/v1/crm/fan_updates?min_time_key=1772366400_5_42")
                .exchange()
                .expectBody()
                .json("""
                        {"meta": {"min_fan_time_key": "1772366400_5_42", "max_fan_time_key": "1772366400_5_42",
                                  "count": 0}, "data": []}""");
    }

    @ParameterizedTest
    @CsvSource({"min_time_key=1_2,min_time_key", "last_update_date=yesterday,last_update_date"})
    void a_wrong_key_or_day_is_named(String query, String field) {
        client.get()
                .uri("/api/v1/crm/fan_updates?" + query)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @Test
    void staff_sets_what_the_contract_only_reads() {
        client.post()
                .uri("/api/v1/manage/fans/42")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("""
                        {"rating": 4, "metro_area": "Boston", "moderator_status": "moderator", "access_code": "",
                         "props": {"size": "L"}}""")
                .exchange()
                .expectStatus()
                .isOk();
        Patch<Curation> patch = ((ChangeFan) backend.sent.getFirst()).curation();
        Curation curation = patch.given();
        assertThat(curation.rating()).isEqualTo(4);
        assertThat(curation.metroArea()).isEqualTo("Boston");
        assertThat(curation.moderatorStatus()).isEqualTo("moderator");
        assertThat(patch.cleared()).containsExactly("accessCode");
        assertThat(curation.props()).hasToString("{\"size\":\"L\"}");
        client.get()
                .uri("/api/v1/manage/fans/42")
                .exchange()
                .expectBody()
                .jsonPath("$.rating")
                .isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/manage/fans/42", PATH})
    void values_of_a_fan_are_corrected_and_cleared(String path) {
        client.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("""
                        {"birth_date": null, "latitude": 42.5, "longitude": -71, "fan_source": "", "name": "Ann Bell",
                         "is_subscribed": "", "is_optout": true}""")
                .exchange()
                .expectStatus()
                .isOk();
        ChangeFan sent = (ChangeFan) backend.sent.getFirst();
        assertThat(sent.profile().cleared()).containsExactlyInAnyOrder("birthDate", "fanSource");
        assertThat(sent.profile().given().latitude()).isEqualTo(42.5);
        assertThat(sent.profile().given().longitude()).isEqualTo(-71);
        assertThat(sent.profile().given().name()).isEqualTo("Ann Bell");
        assertThat(sent.consent().cleared()).containsExactly("isSubscribed");
        assertThat(sent.consent().given().isOptout()).isTrue();
    }

    @Test
    void a_form_clears_a_place_and_a_rating() {
        client.post()
                .uri("/api/v1/manage/fans/42")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("latitude=&longitude=&rating=&props=")
                .exchange()
                .expectStatus()
                .isOk();
        ChangeFan sent = (ChangeFan) backend.sent.getFirst();
        assertThat(sent.profile().cleared()).containsExactlyInAnyOrder("latitude", "longitude");
        assertThat(sent.curation().cleared()).containsExactlyInAnyOrder("rating", "props");
    }

    @Test
    void staff_sets_tags_alone_and_fields_with_what_clears_them() {
        curate("tag_VIP=true");
        ChangeFan tagged = (ChangeFan) backend.sent.getFirst();
        assertThat(tagged.particulars().tags()).extracting(RequestedTag::name).containsExactly("VIP");
        curate("field_size=5&field_shoe=&tag_vip=0&rating=3");
        DescribeFan described = (DescribeFan) backend.sent.getLast();
        assertThat(described.particulars().fields()).isEqualTo(Map.of("size", "5", "shoe", ""));
        assertThat(described.particulars().tags())
                .extracting(RequestedTag::isGiven)
                .containsExactly(false);
        assertThat(described.change().curation().given().rating()).isEqualTo(3);
    }

    private void curate(String form) {
        client.post()
                .uri("/api/v1/manage/fans/42")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange()
                .expectStatus()
                .isOk();
    }

    @ParameterizedTest
    @ValueSource(strings = {"latitude=", "latitude=1", "latitude=&longitude=2"})
    void half_a_place_is_named(String form) {
        change(form)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("latitude");
    }

    @ParameterizedTest
    @CsvSource({"moderator_status=boss,moderator_status", "props=[],props", "rating=4.5,rating"})
    void staff_sees_the_mistake(String form, String field) {
        client.post()
                .uri("/api/v1/manage/fans/42")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @Test
    void a_display_name_is_tidied_and_made_free() {
        backend.on(FindFreeDisplayName.class, query -> new FreeDisplayName(query.displayName() + "2"));
        checkName("  Ann   Bell ").expectStatus().isOk().expectBody().json("{\"display_name\": \"Ann Bell2\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ann Bell\uFE0F", "Ann \u3164 Bell", "\u115FAnn\u200D \u00ADBell", "Ann Bell\uDB40\uDC41"})
    void invisible_characters_do_not_count_in_a_display_name(String name) {
        backend.on(FindFreeDisplayName.class, query -> new FreeDisplayName(query.displayName()));
        checkName(name).expectStatus().isOk().expectBody().json("{\"display_name\": \"Ann Bell\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "..", "<b>bold</b>", "ann@x", "\u3164\u3164\u3164", "a\uFE0F"})
    void an_invalid_display_name_is_refused(String name) {
        checkName(name)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("display_name");
    }

    private WebTestClient.ResponseSpec change(String form) {
        return client.post()
                .uri(PATH)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange();
    }

    private WebTestClient.ResponseSpec checkName(String name) {
        return client.post()
                .uri("/api/v1/ent/check_display_name")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"display_name\": \"" + name + "\"}")
                .exchange();
    }
}
