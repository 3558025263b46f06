package encore.api.fans;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.passwords.PasswordHasher;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanQuery.SearchFans;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.likings.LikedIdols;
import encore.kernel.likings.LikingCommand.RegisterFanWithIdols;
import encore.kernel.likings.NamedIdol;
import encore.kernel.paging.Page;
import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanCriteriaBuilder;
import encore.kernel.search.FanFilter;
import encore.kernel.search.FanRowOptions;
import encore.kernel.search.TicketCriteria;
import encore.kernel.tags.RequestedTag;
import encore.kernel.time.Days;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;

class FansControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(FansController.class, PasswordHasher.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void a_side_that_registers() {
        backend.on(FindOrRegisterFan.class, command -> new RegisteredFan(42))
                .on(RegisterFanWithIdols.class, command -> new LikedIdols(42, List.of()))
                .on(
                        SearchFans.class,
                        query -> new Page<>(List.of(SampleFan.numbered(1), SampleFan.numbered(2)), "1", "2", false, 9));
    }

    @Test
    void a_fan_is_added_by_json_with_contacts_as_they_are_compared() {
        add("""
                {"first_name": "Ann", "last_name": "Bell", "email": " Ann@X.example ", "phone": "(202) 555-0101",
                 "display_name": "annie", "gender": "female", "is_subscribed": true, "is_phone_subscribed": "off",
                 "is_confirmed": 1, "is_phone_confirmed": false, "birth_date": "1990-05-17", "ip_address": "10.0.0.1",
                 "latitude": 42.36, "longitude": -71.06, "business_5": true, "business_6": "off",
                 "fan_source": "web", "is_optout": false}""").expectStatus().isOk().expectBody().json("{\"fan_id\": 42}");
        FindOrRegisterFan command = sent();
        assertThat(command.fan().account()).isEqualTo(GatewayUnderTest.ACCOUNT);
        assertThat(command.fan().number()).isPositive().isLessThan(1L << 53);
        assertThat(command.profile())
                .isEqualTo(ProfileBuilder.builder()
                        .firstName("Ann")
                        .lastName("Bell")
                        .displayName("annie")
                        .email("ann@x.example")
                        .phone("+12025550101")
                        .gender("female")
                        .birthDate(LocalDate.parse("1990-05-17"))
                        .ipAddress("10.0.0.1")
                        .latitude(42.36)
                        .longitude(-71.06)
                        .fanSource("web")
                        .build());
        assertThat(command.consent()).isEqualTo(new Consent(true, false, false, true, false, List.of(5L), List.of(6L)));
        assertThat(command.passwordHash()).isNull();
    }

    @Test
    void a_fan_is_added_by_form_too() {
        client.post()
                .uri("/api/v1/crm/fans")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("phone=030+123456&country_code=germany&gender=&business_7=on")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(sent().profile().phone()).isEqualTo("+4930123456");
        assertThat(sent().profile().countryCode()).isEqualTo("DE");
        assertThat(sent().profile().gender()).isEmpty();
        assertThat(sent().consent().optedInBusinesses()).containsExactly(7L);
    }

    @Test
    void a_plus_that_a_form_does_not_escape_is_no_phone_of_another_country() {
        naming(GATEWAY.post("/api/v1/crm/fans", "application/x-www-form-urlencoded", "phone=+49301234567"), "phone");
        naming(
                client.post()
                        .uri("/api/v1/crm/fans?phone= 2025550101")
                        .exchange()
                        .expectStatus(),
                "phone");
        assertThat(backend.sent).isEmpty();
        add("{\"phone\": \"  +49301234567 \"}").expectStatus().isOk();
        assertThat(sent().profile().phone()).isEqualTo("+49301234567");
        backend.sent.clear();
        add("{\"phone\": \" 2025550101 \"}").expectStatus().isOk();
        assertThat(sent().profile().phone()).isEqualTo("+12025550101");
    }

    @Test
    void tags_are_named_and_fields_are_sent_as_texts() {
        add("""
                {"email": "a@x.example", "tag_123": true, "tag_ Front Row ": "off", "field_size": 5,
                 "field_colours": ["red", "blue"], "field_shoe": ""}""").expectStatus().isOk();
        FieldsAndTags fieldsAndTags = sent().particulars();
        assertThat(fieldsAndTags.fields()).isEqualTo(Map.of("size", "5", "colours", "[\"red\",\"blue\"]"));
        assertThat(fieldsAndTags.tags())
                .extracting(RequestedTag::name, RequestedTag::isGiven)
                .containsExactly(tuple("123", true), tuple("Front Row", false));
        assertThat(fieldsAndTags.tags()).extracting(RequestedTag::number).doesNotHaveDuplicates();
    }

    @Test
    void idols_come_by_their_names() {
        add("{\"email\": \"a@x.example\", \"idol_names\": [\"Ada\", \"Bea\"]}")
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"fan_id\": 42}");
        var command = (RegisterFanWithIdols) backend.sent.getFirst();
        assertThat(command.idols()).extracting(NamedIdol::idolName).containsExactly("Ada", "Bea");
        assertThat(command.idols()).extracting(NamedIdol::idol).doesNotHaveDuplicates();
        assertThat(command.fan().profile().email()).isEqualTo("a@x.example");
        assertThat(command.isExplicit()).isTrue();
    }

    @Test
    void a_name_in_one_puts_first_and_last_name_aside() {
        add("{\"email\": \"a@x.example\", \"name\": \"Ann Bell\", \"first_name\": \"B\", \"last_name\": \"C\"}");
        assertThat(sent().profile())
                .isEqualTo(ProfileBuilder.builder()
                        .name("Ann Bell")
                        .email("a@x.example")
                        .build());
    }

    @Test
    void a_password_is_hashed_before_it_is_sent() {
        add("{\"email\": \"a@x.example\", \"password\": \"correct horse\"}")
                .expectStatus()
                .isOk();
        assertThat(sent().passwordHash())
                .startsWith("$argon2id$v=19$m=19456,t=2,p=1$")
                .doesNotContain("correct horse");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {}                                                        | email
                    {"email": "", "phone": " "}                               | email
                    {"email": "nobody"}                                       | email
                    {"email": "a b@x.example"}                                | email
                    {"email": ["a@x.example"]}                                | email
                    {"phone": "12"}                                           | phone
                    {"phone": "call me"}                                      | phone
                    {"email": "a@x.example", "country_code": "Atlantis"}      | country_code
                    {"email": "a@x.example", "gender": "unknown"}             | gender
                    {"email": "a@x.example", "tag_vip": "perhaps"}            | tag_vip
                    {"email": "a@x.example", "tag_vip": true, "tag_VIP": 0}   | tag_VIP
                    {"email": "a@x.example", "tag_ ": true}                   | 'tag_ '
                    {"email": "a@x.example", "field_size": {}}                | field_size
                    {"email": "a@x.example", "is_subscribed": "maybe"}        | is_subscribed
                    {"email": "a@x.example", "birth_date": "17.05.1990"}      | birth_date
                    {"email": "a@x.example", "birth_date": "2990-05-17"}      | birth_date
                    {"email": "a@x.example", "ip_address": "10.0.0.256"}      | ip_address
                    {"email": "a@x.example", "ip_address": "localhost"}       | ip_address
                    {"email": "a@x.example", "latitude": 91, "longitude": 0}  | latitude
                    {"email": "a@x.example", "latitude": 9}                   | latitude
                    {"email": "a@x.example", "business_x": true}              | business_x
                    {"email": "dots@x..com"}                                  | email
                    {"email": ".a@x.example"}                                 | email
                    {"email": "a..b@x.example"}                               | email
                    {"email": "a@-x.example"}                                 | email
                    {"email": "a@x.example."}                                 | email
                    {"email": "a@[10.0.0.1]"}                                 | email
                    {"email": "bücher@x.example"}                             | email
                    {"phone": "5550111"}                                      | phone
                    {"phone": "555-0111"}                                     | phone
                    {"email": "a@x.example", "ip_address": "1.2"}             | ip_address
                    {"email": "a@x.example", "business_0": true}              | business_0
                    {"email": "a@x.example", "business_9007199254740992": 1}  | business_9007199254740992
                    {"email": "a@x.example", "idol_names": ["x", " "]}        | idol_names
                    """)
    void a_wrong_field_is_named(String body, String field) {
        add(body)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.sent).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"first_name", "last_name", "name"})
    void names_have_255_characters_at_most(String field) {
        String json = "{\"email\": \"a@x.example\", \"%s\": \"%s\"}";
        add(json.formatted(field, "n".repeat(255))).expectStatus().isOk();
        add(json.formatted(field, "\uD83D\uDE00".repeat(255))).expectStatus().isOk();
        add(json.formatted(field, "n".repeat(256)))
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @Test
    void every_criterion_of_a_search_is_asked_for() {
        JsonNode answer = search("name=ann&fan_youngest_age=18&fan_oldest_age=30&fan_only_filter=phone"
                + "&fan_only_filter=is_subscribed&fan_not_only_filter=latitude&fan_postal_codes=02101"
                + "&fan_provinces[]=MA&fan_provinces[]=NY&fan_rating=5&fan_gender=female&fan_source=web"
                + "&fan_metro_areas=Boston&fan_start_creation_date=2026-01-01&fan_end_creation_date=2026-02-01"
                + "&fan_tags=vip&fan_tags=press&fan_tag_relations=true&idol_names=The+Tigers&idol_relations=true"
                + "&include_tags=true&fan_networks=portal&crm_active_days=30&crm_inactive_days=7&crm_start_active_date=2026-01-02"
                + "&crm_end_active_date=2026-02-03&include_recent_entry=true"
                + "&fan_incl_snapshot_uids=a&fan_incl_snapshot_uids=b&fan_excl_snapshot_uids=c"
                + "&fan_radius_km=10&include_business_opt_ins=true&limit=999&max_count=1000000");
        assertThat(asked().criteria())
                .isEqualTo(FanCriteriaBuilder.builder()
                        .only(List.of(FanFilter.PHONE, FanFilter.IS_SUBSCRIBED))
                        .notOnly(List.of(FanFilter.LATITUDE))
                        .provinces(List.of("MA", "NY"))
                        .postalCodes(List.of("02101"))
                        .metroAreas(List.of("Boston"))
                        .networks(List.of("portal"))
                        .active(new FanCriteria.ActiveDays(
                                30, 7, LocalDate.parse("2026-01-02"), LocalDate.parse("2026-02-03")))
                        .tags(new FanCriteria.LabelCriteria(List.of("vip", "press"), true))
                        .idols(new FanCriteria.LabelCriteria(List.of("The Tigers"), true))
                        .tickets(TicketCriteria.ANY)
                        .snapshots(new FanCriteria.Snapshots(List.of("a", "b"), List.of("c")))
                        .name("ann")
                        .source("web")
                        .gender("female")
                        .createdFrom(LocalDate.parse("2026-01-01"))
                        .createdTo(LocalDate.parse("2026-02-01"))
                        .youngest(18)
                        .oldest(30)
                        .rating(5)
                        .radius(new FanCriteria.Radius(null, null, 10))
                        .build());
        assertThat(asked().rowOptions()).isEqualTo(new FanRowOptions(true, true, true));
        assertThat(asked().paging().limit()).isEqualTo(999);
        assertThat(answer.at("/data/0/fan_id").longValue()).isEqualTo(1);
        assertThat(answer.at("/data/0/creation_timestamp").longValue()).isEqualTo(1772366400);
        assertThat(answer.at("/data/0/creation_timestamp_iso").stringValue()).isEqualTo("2026-03-01T12:00:00Z");
        assertThat(answer.at("/meta/count").intValue()).isEqualTo(2);
        assertThat(answer.at("/meta").has("search_uid")).isFalse();
    }

    @Test
    void every_ticket_criterion_of_a_search_is_asked_for() {
        search("ticket_event_name=Gala&ticket_price_code=A&ticket_start_purchase_date=2026-01-01"
                + "&ticket_end_purchase_date=2026-01-02&ticket_venue_name=Hall&ticket_venue_provinces=MA"
                + "&ticket_venue_provinces=NY&ticket_purchased_days=36500&ticket_artist_name=Ada"
                + "&ticket_start_event_date=2026-02-01&ticket_end_event_date=2026-02-02&ticket_seat_price_min=10.5"
                + "&ticket_seat_price_max=20&ticket_seat_count_min=1&ticket_seat_count_max=2"
                + "&ticket_sales_count_min=3&ticket_sales_count_max=4&ticket_is_negative=true");
        assertThat(asked().criteria().tickets())
                .isEqualTo(new TicketCriteria(
                        "Gala",
                        "A",
                        "Hall",
                        List.of("MA", "NY"),
                        "Ada",
                        new Days(LocalDate.parse("2026-02-01"), LocalDate.parse("2026-02-02")),
                        new Days(LocalDate.parse("2026-01-01"), LocalDate.parse("2026-01-02")),
                        36_500,
                        new TicketCriteria.Range<>(new BigDecimal("10.5"), new BigDecimal("20")),
                        new TicketCriteria.Range<>(1, 2),
                        new TicketCriteria.Range<>(3, 4),
                        true));
    }

    @Test
    void a_search_goes_on_with_nothing_but_its_search_uid() {
        backend.on(
                SearchFans.class,
                query -> new Page<>(List.of(SampleFan.numbered(1), SampleFan.numbered(2)), "1", "2", true, 9));
        String searchUid =
                search("fan_source=web&limit=2").at("/meta/search_uid").stringValue();
        backend.asked.clear();
        backend.on(SearchFans.class, query -> new Page<>(List.of(SampleFan.numbered(3)), "3", "3", false, 11));
        JsonNode last = search("search_uid=" + searchUid);
        assertThat(asked().criteria().source()).isEqualTo("web");
        assertThat(asked().paging().after()).isEqualTo("2");
        assertThat(asked().until()).isEqualTo(9);
        assertThat(last.at("/meta").has("search_uid")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fan_only_filter=latitude", "fan_not_only_filter=latitude", "fan_provinces=MA"})
    void a_list_has_a_bound(String one) {
        client.get()
                .uri("/api/v1/crm/fans?" + (one + "&").repeat(1_001))
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors.length()")
                .isEqualTo(1)
                .jsonPath("$.errors[0].field")
                .isEqualTo(one.substring(0, one.indexOf('=')));
        assertThat(backend.asked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    limit=1000                                               | limit
                    limit=0                                                  | limit
                    max_count=1000001                                        | max_count
                    fan_only_filter=email                                    | fan_only_filter
                    fan_not_only_filter=IS_OPTOUT                            | fan_not_only_filter
                    fan_gender=none                                          | fan_gender
                    fan_rating=high                                          | fan_rating
                    fan_radius_km=10                                         | fan_radius_km
                    fan_postal_codes=02101                                   | fan_radius_km
                    fan_postal_codes=02101&fan_postal_codes=02101            | fan_radius_km
                    fan_youngest_age=30&fan_oldest_age=18                    | fan_oldest_age
                    fan_start_creation_date=2026-02-01&fan_end_creation_date=2026-01-31 | fan_end_creation_date
                    fan_radius_km=10&fan_postal_codes=1&fan_postal_codes=2   | fan_radius_km
                    fan_radius_latitude=1&fan_radius_longitude=1             | fan_radius_km
                    fan_radius_latitude=1&fan_radius_km=1                    | fan_radius_latitude
                    fan_radius_km=-1&fan_postal_codes=1                      | fan_radius_km
                    fan_start_creation_date=today                            | fan_start_creation_date
                    search_uid=forged                                        | search_uid
                    fan_tag_relations=some                                   | fan_tag_relations
                    crm_active_days=0                                        | crm_active_days
                    crm_inactive_days=36501                                  | crm_inactive_days
                    crm_start_active_date=2026-02-01&crm_end_active_date=2026-01-31 | crm_end_active_date
                    ticket_seat_price_min=-1                                 | ticket_seat_price_min
                    ticket_seat_price_max=0.00001                            | ticket_seat_price_max
                    ticket_seat_price_min=3&ticket_seat_price_max=2.99       | ticket_seat_price_max
                    ticket_seat_count_min=3&ticket_seat_count_max=2          | ticket_seat_count_max
                    ticket_seat_count_min=1.5                                | ticket_seat_count_min
                    ticket_sales_count_min=3&ticket_sales_count_max=2        | ticket_sales_count_max
                    ticket_sales_count_max=-1                                | ticket_sales_count_max
                    ticket_purchased_days=0                                  | ticket_purchased_days
                    ticket_purchased_days=36501                              | ticket_purchased_days
                    ticket_start_purchase_date=2026-02-01&ticket_end_purchase_date=2026-01-31 | ticket_end_purchase_date
                    ticket_start_event_date=2026-02-01&ticket_end_event_date=2026-01-31 | ticket_end_event_date
                    ticket_start_event_date=soon                             | ticket_start_event_date
                    ticket_is_negative=perhaps                               | ticket_is_negative
                    include_tags=perhaps                                     | include_tags
                    idol_relations=some                                      | idol_relations
                    """)
    void a_wrong_criterion_is_named(String query, String field) {
        client.get()
                .uri("/api/v1/crm/fans?" + query)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.asked).isEmpty();
    }

    @Test
    void empty_parameters_restrict_nothing() {
        search("name=&fan_source=&fan_provinces=&fan_postal_codes[]=&fan_gender=&fan_rating=&fan_only_filter="
                + "&fan_radius_km=&search_uid=&limit=&max_count=&fan_start_creation_date=");
        FanCriteria nothing = asked().criteria();
        search("");
        assertThat(asked().criteria()).isEqualTo(nothing);
    }

    private WebTestClient.ResponseSpec add(String json) {
        return client.post()
                .uri("/api/v1/crm/fans")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(json)
                .exchange();
    }

    private JsonNode search(String query) {
        return Objects.requireNonNull(client.get()
                .uri("/api/v1/crm/fans?" + query)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody());
    }

    private FindOrRegisterFan sent() {
        return (FindOrRegisterFan) backend.sent.getLast();
    }

    private SearchFans asked() {
        return (SearchFans) backend.asked.getLast();
    }
}
