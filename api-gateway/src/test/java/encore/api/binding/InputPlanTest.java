package encore.api.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import encore.api.input.ClearedComponents;
import encore.api.input.ErrorField;
import encore.api.input.Positional;
import encore.api.input.Prefixed;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.PastOrPresent;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

class InputPlanTest {

    enum Gender {
        MALE,
        FEMALE,
        @JsonProperty("")
        NOT_TOLD
    }

    record Everything(
            @Nullable Long fanId,
            @Nullable @Size(max = 5) String firstName,
            @Nullable @Min(1) @Max(999) Integer limit,
            @Nullable Boolean isSubscribed,
            @Nullable BigDecimal paidAmount,
            @Nullable Double latitude,
            @Nullable Gender gender,
            @Nullable LocalDate birthDate,
            @Nullable Instant orderTimestamp,
            @Nullable JsonNode props,
            List<@Size(max = 3) String> provinces,
            @Nullable List<Long> pageTabIds,
            @Nullable Boolean businessMode,
            @Prefixed("business_") Map<Long, Boolean> businesses,
            @Prefixed("field_") Map<String, String> fields) {

        @AssertTrue(message = "goes with latitude")
        @ErrorField("latitude")
        boolean isComplete() {
            return paidAmount == null || latitude != null;
        }
    }

    record Needed(long fanId, String name, @Nullable String note) {}

    record Row(@Size(max = 3) String email, @Nullable Integer seats) {}

    record Places(@Positional @Nullable List<String> places) {}

    record Bulk(@Valid @Size(max = 2) List<Row> tickets) {}

    @Test
    void a_form_and_json_and_the_query_bind_alike() {
        var form = form("first_name=J%C3%B6&limit=7&is_subscribed=On&paid_amount=12.50&latitude=1.5&gender=female"
                + "&birth_date=2000-02-29&order_timestamp=1700000000&provinces=ON&provinces=QC&page_tab_ids[]=5"
                + "&business_mode=1&business_7=off&business_9=TRUE&field_shoe+size=44&props={\"a\":[1]}");
        var json = json("""
                {"first_name": "Jö", "limit": 7, "is_subscribed": true, "paid_amount": 12.50, "latitude": 1.5,
                 "gender": "female", "birth_date": "2000-02-29", "order_timestamp": 1700000000,
                 "provinces": ["ON", "QC"], "page_tab_ids": [5], "business_mode": 1, "business_7": false,
                 "business_9": "true", "field_shoe size": 44, "props": {"a": [1]}}
                """);

        assertThat(form.firstName()).isEqualTo("Jö");
        assertThat(form.paidAmount()).isEqualTo(new BigDecimal("12.50"));
        assertThat(form.orderTimestamp()).isEqualTo(Instant.ofEpochSecond(1_700_000_000));
        assertThat(form.provinces()).containsExactly("ON", "QC");
        assertThat(form.pageTabIds()).containsExactly(5L);
        assertThat(form.businesses()).containsExactlyInAnyOrderEntriesOf(Map.of(7L, false, 9L, true));
        assertThat(form.fields()).containsExactly(Map.entry("shoe size", "44"));
        assertThat(json).isEqualTo(form);
        assertThat(query("limit=7").limit()).isEqualTo(7);
        assertThat(json("{\"limit\": 7.0}").limit()).isEqualTo(7);
    }

    @Test
    void an_empty_value_is_absent() {
        var absent = form("");
        assertThat(absent.firstName()).isNull();
        assertThat(absent.provinces()).isEmpty();
        assertThat(absent.pageTabIds()).isNull();
        assertThat(form("first_name=")).isEqualTo(absent);
        assertThat(form("provinces=&provinces[]=")).isEqualTo(absent);
        assertThat(json("{\"first_name\": null, \"props\": null}")).isEqualTo(absent);
        assertThat(bind(given("first_name=", "first_name=Jo", "application/x-www-form-urlencoded"))
                        .firstName())
                .isEqualTo("Jo");
        assertThat(form("gender=").gender()).isEqualTo(Gender.NOT_TOLD);
        assertThat(form("limit=&is_subscribed=&birth_date=&paid_amount=")).isEqualTo(absent);
        assertThat(json("{\"limit\": null, \"is_subscribed\": null, \"provinces\": null}"))
                .isEqualTo(absent);
    }

    @Test
    void a_list_is_sent_empty_as_one_empty_value_or_as_an_empty_array() {
        assertThat(form("page_tab_ids=").pageTabIds()).isEmpty();
        assertThat(query("page_tab_ids[]=").pageTabIds()).isEmpty();
        assertThat(json("{\"page_tab_ids\": []}").pageTabIds()).isEmpty();
        assertThat(json("{\"page_tab_ids\": null}").pageTabIds()).isNull();
    }

    @Test
    void empty_texts_keep_their_place_where_places_have_a_meaning() {
        var kept = new Places(List.of("a", "", "c"));
        assertThat(places("places=a&places=&places=c")).isEqualTo(kept);
        assertThat(places("places[]=a&places[]=&places[]=c")).isEqualTo(kept);
        assertThat(InputPlan.of(Places.class)
                        .bind(given("", "{\"places\": [\"a\", \"\", \"c\"]}", "application/json"), Map.of()))
                .isEqualTo(kept);
        assertThat(places("places=").places()).isEmpty();
        assertThat(places("").places()).isNull();
    }

    private static Places places(String form) {
        return InputPlan.of(Places.class).bind(given("", form, "application/x-www-form-urlencoded"), Map.of());
    }

    @Test
    void unknown_parameters_are_ignored() {
        assertThat(form("api_key=1&what=ever")).isEqualTo(form(""));
    }

    @Test
    void the_path_wins_over_the_body_and_an_id_that_cannot_be_one_is_unknown() {
        var plan = InputPlan.of(Needed.class);
        var parameters = given("", "fan_id=2&name=x", "application/x-www-form-urlencoded");
        assertThat(plan.bind(parameters, Map.of("fan_id", "1")).fanId()).isEqualTo(1);
        for (String id : List.of("abc", "1.5", "99999999999999999999", "", "\uFFFD")) {
            var problem = catchThrowableOfType(Problem.class, () -> plan.bind(parameters, Map.of("fan_id", id)));
            assertThat(problem.status().value()).isEqualTo(404);
        }
    }

    @Test
    void a_parameter_given_twice_must_say_the_same() {
        assertThat(form("limit=7&limit=7").limit()).isEqualTo(7);
        assertThat(bind(given("limit=7", "{\"limit\": 7}", "application/json")).limit())
                .isEqualTo(7);
        assertThat(code(() -> form("limit=7&limit=8"))).isEqualTo("limit given_twice");
        assertThat(code(() -> bind(given("limit=7", "{\"limit\": 8}", "application/json"))))
                .isEqualTo("limit given_twice");
        assertThat(code(() -> bind(given("provinces=ON", "provinces=QC", "application/x-www-form-urlencoded"))))
                .isEqualTo("provinces given_twice");
        assertThat(code(() -> bind(given("business_7=on", "business_7=off", "application/x-www-form-urlencoded"))))
                .isEqualTo("business_7 given_twice");
    }

    @Test
    void every_missing_parameter_is_named() {
        assertThat(errors(() -> InputPlan.of(Needed.class).bind(given("", "", null), Map.of())))
                .extracting(FieldError::field)
                .containsExactly("fan_id", "name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=abc:limit type",
                "limit=1.5:limit type",
                "limit=+1:limit type",
                "limit= 1:limit type",
                "limit=٣:limit type",
                "limit=0:limit range",
                "limit=1000:limit range",
                "limit=99999999999:limit range",
                "limit=999999999999999999999999999999:limit range",
                "is_subscribed=yes:is_subscribed type",
                "first_name=abcdef:first_name length",
                "first_name=a%00:first_name format",
                "gender=Male:gender value",
                "birth_date=2001-02-29:birth_date format",
                "birth_date=1.1.2001:birth_date format",
                "paid_amount=1e999999999:paid_amount range",
                "paid_amount=x:paid_amount type",
                "paid_amount=1:latitude rule",
                "order_timestamp=yesterday:order_timestamp format",
                "page_tab_ids=x:page_tab_ids type",
                "provinces=ON&provinces=Ohio:provinces length",
                "business_x=true:business_x format",
                "business_7=perhaps:business_7 type",
                "field_=x:field_ format",
            })
    void a_wrong_form_value_is_named(String example) {
        int colon = example.lastIndexOf(':');
        assertThat(code(() -> form(example.substring(0, colon).replace("+", "%2B"))))
                .isEqualTo(example.substring(colon + 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"limit\": \"x\"}|limit type",
                "{\"limit\": 1.5}|limit type",
                "{\"limit\": [1]}|limit type",
                "{\"limit\": {}}|limit type",
                "{\"limit\": true}|limit type",
                "{\"limit\": 1e400}|limit range",
                "{\"limit\": 1e-400}|limit type",
                "{\"limit\": 123456789012345678901234567890}|limit range",
                "{\"first_name\": 5}|first_name type",
                "{\"first_name\": \"\\u0000\"}|first_name format",
                "{\"first_name\": \"\\ud800\"}|first_name format",
                "{\"is_subscribed\": 2}|is_subscribed type",
                "{\"provinces\": [null]}|provinces type",
                "{\"provinces\": [[\"a\"]]}|provinces type",
                "{\"paid_amount\": 1e99999}|paid_amount range",
                "{\"props\": {\"a\": \"\\u0000\"}}|props format",
            })
    void a_wrong_json_value_is_named(String example) {
        String[] parts = example.split("\\|");
        assertThat(code(() -> json(parts[0]))).isEqualTo(parts[1]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "5", "null", "{\"a\":1}{", "{\"a\":\"\u0001\"}", "\u0000"})
    void json_that_is_no_object_is_refused_as_a_whole(String text) {
        assertThat(problem(() -> json(text)).type()).isEqualTo("broken-json");
    }

    @Test
    void a_name_that_stands_twice_in_a_json_object_is_named() {
        assertThat(code(() -> json("{\"limit\":1,\"first_name\":\"a\",\"limit\":1}")))
                .isEqualTo("limit given_twice");
        assertThat(code(() -> json("{\"props\":{\"b\":1,\"b\":2}}"))).isEqualTo("b given_twice");
    }

    record Born(@PastOrPresent LocalDate birthDate) {}

    /** At any hour one of the two is on another day. */
    @ParameterizedTest
    @ValueSource(strings = {"Pacific/Kiritimati", "Etc/GMT+12"})
    void today_is_utcs_whatever_the_machines_zone(String zone) {
        TimeZone own = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try {
            LocalDate today = LocalDate.now(ZoneOffset.UTC);
            assertThat(born(today).birthDate()).isEqualTo(today);
            assertThat(errors(() -> born(today.plusDays(1))))
                    .containsExactly(new FieldError("birth_date", ErrorCode.RANGE, "must not be in the future"));
        } finally {
            TimeZone.setDefault(own);
        }
    }

    private static Born born(LocalDate day) {
        return InputPlan.of(Born.class)
                .bind(given("", "birth_date=" + day, "application/x-www-form-urlencoded"), Map.of());
    }

    @Test
    void text_is_counted_in_code_points() {
        String five = "\uD83D\uDE00".repeat(5);
        assertThat(json("{\"first_name\": \"" + five + "\"}").firstName()).isEqualTo(five);
        assertThat(code(() -> json("{\"first_name\": \"" + five + "a\"}"))).isEqualTo("first_name length");
    }

    record Named(
            @NotBlank @Size(max = 5) String pointName,
            @Nullable String title,
            @Nullable String note,
            List<String> idolNames) {}

    @Test
    void space_around_names_is_cut_off() {
        var plan = InputPlan.of(Named.class);
        assertThat(plan.bind(
                        given(
                                "",
                                "point_name=%C2%A0Gala7%E3%80%80&title=%EF%BB%BFA%20B%20&note=%C2%A0x&idol_names=%E2%80%8BAda+",
                                "application/x-www-form-urlencoded"),
                        Map.of()))
                .isEqualTo(new Named("Gala7", "A B", "\u00A0x", List.of("Ada")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%C2%A0", "%E3%85%A4", "%E2%80%8B+", "%EF%BB%BF", "%E2%80%8D%EF%B8%8F", "%01", "+"})
    void a_name_that_shows_nothing_is_none(String blank) {
        assertThat(errors(() -> InputPlan.of(Named.class)
                        .bind(given("", "point_name=" + blank, "application/x-www-form-urlencoded"), Map.of())))
                .containsExactly(new FieldError("point_name", ErrorCode.REQUIRED, "is required"));
    }

    record Change(
            @Nullable String name,
            @Nullable @Size(max = 9) String city,
            @Nullable Integer rating,
            ClearedComponents cleared) {}

    @Test
    void an_empty_value_clears_a_component_if_the_record_asks_for_it() {
        var plan = InputPlan.of(Change.class);
        assertThat(plan.bind(
                        given("", "{\"name\": \"\", \"rating\": null, \"city\": \"x\"}", "application/json"), Map.of()))
                .isEqualTo(new Change(null, "x", null, new ClearedComponents(Set.of("name", "rating"))));
        assertThat(errors(() -> plan.bind(given("name=", "name=x", "application/x-www-form-urlencoded"), Map.of())))
                .extracting(FieldError::code)
                .containsExactly(ErrorCode.GIVEN_TWICE);
    }

    @Test
    void bytes_that_are_not_utf8_and_half_escapes_are_refused() {
        assertThat(problem(() -> form("first_name=%ff")).type()).isEqualTo("broken-encoding");
        assertThat(problem(() -> form("first_name=%4")).type()).isEqualTo("broken-encoding");
        assertThat(problem(() -> form("first_name=%zz")).type()).isEqualTo("broken-encoding");
        assertThat(problem(() -> bind(given("", "x", "text/plain"))).type()).isEqualTo("content-type");
        assertThat(problem(() -> bind(given("", "x", "nonsense"))).type()).isEqualTo("content-type");
    }

    @Test
    void a_hundred_thousand_parameters_are_refused() {
        assertThat(problem(() -> form("a=1&".repeat(100_000))).type()).isEqualTo("too-many-parameters");
        assertThat(problem(() -> bind(given("", members(10_001), "application/json")))
                        .type())
                .isEqualTo("too-many-parameters");
        assertThat(problem(() -> bind(given("", members(10_000), "application/json")))
                        .type())
                .isEqualTo("invalid-input");
    }

    private static String members(int count) {
        return IntStream.range(1, count)
                .mapToObj(i -> "\"field_" + i + "\":\"x\"")
                .collect(Collectors.joining(",", "{\"fan_id\":\"wrong\",", "}"));
    }

    @Test
    void rows_bind_from_an_array_or_under_their_name_and_errors_name_the_row() {
        var plan = InputPlan.of(Bulk.class);
        var rows = List.of(new Row("a", 1), new Row("b", null));
        assertThat(plan.bind(
                        given("", "[{\"email\":\"a\",\"seats\":1},{\"email\":\"b\"}]", "application/json"), Map.of()))
                .isEqualTo(new Bulk(rows));
        assertThat(plan.bind(
                        given(
                                "",
                                "{\"tickets\":[{\"email\":\"a\",\"seats\":1},{\"email\":\"b\"}]}",
                                "application/json"),
                        Map.of()))
                .isEqualTo(new Bulk(rows));
        assertThat(code(() -> plan.bind(
                        given("", "[{\"email\":\"a\"},{\"seats\":\"x\",\"email\":\"b\"}]", "application/json"),
                        Map.of())))
                .isEqualTo("tickets[1].seats type");
        assertThat(code(() -> plan.bind(given("", "[{\"email\":\"abcd\"}]", "application/json"), Map.of())))
                .isEqualTo("tickets[0].email length");
        assertThat(code(() -> plan.bind(
                        given("", "tickets={\"email\":\"a\"}&tickets=", "application/x-www-form-urlencoded"),
                        Map.of())))
                .isEqualTo("tickets[1] type");
        assertThat(code(() -> plan.bind(given("", "[7]", "application/json"), Map.of())))
                .isEqualTo("tickets[0] type");
        assertThat(code(() -> plan.bind(
                        given("", "[{\"email\":\"a\"},{\"email\":\"a\"},{\"email\":\"a\"}]", "application/json"),
                        Map.of())))
                .isEqualTo("tickets length");
    }

    private static Everything form(String form) {
        return bind(given("", form, "application/x-www-form-urlencoded"));
    }

    private static Everything json(String json) {
        return bind(given("", json, "application/json;charset=UTF-8"));
    }

    private static Everything query(String query) {
        return bind(given(query, "", null));
    }

    private static Everything bind(RequestParameters parameters) {
        return InputPlan.of(Everything.class).bind(parameters, Map.of());
    }

    private static RequestParameters given(String query, String body, @Nullable String contentType) {
        var headers = new HttpHeaders();
        if (contentType != null) {
            headers.set(HttpHeaders.CONTENT_TYPE, contentType);
        }
        return RequestParameters.parse(query, headers, body.getBytes(StandardCharsets.UTF_8));
    }

    private static Problem problem(Runnable call) {
        return catchThrowableOfType(Problem.class, call::run);
    }

    private static List<FieldError> errors(Runnable call) {
        return problem(call).errors();
    }

    private static String code(Runnable call) {
        var errors = errors(call);
        assertThat(errors).hasSize(1);
        return errors.getFirst().field() + " " + errors.getFirst().code();
    }
}
