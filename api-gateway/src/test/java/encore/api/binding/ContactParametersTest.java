package encore.api.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import encore.api.input.ClearedComponents;
import encore.api.input.Prefixed;
import encore.api.problems.Problem;
import encore.api.wire.FieldError;
import encore.kernel.privacy.Contact;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** Parameters that are contacts, of callers who see none. */
class ContactParametersTest {

    record Row(long count, @Contact @Nullable String email) {}

    record Place(
            @Contact @Nullable Double latitude, @Nullable String city) {}

    record Rows(
            @Nullable Long fanId,
            @Contact @Nullable String name,
            @Contact List<String> postalCodes,
            @Contact @Prefixed("field_") Map<String, String> fields,
            @Nullable Place place,
            List<Row> rows) {}

    record Change(@Contact @Nullable String phone, ClearedComponents cleared) {}

    @Test
    void a_parameter_is_found_wherever_it_is_sent() {
        assertThat(refused("fan_id=7&name=Ada", null)).containsExactly("name");
        assertThat(refused(null, "{\"name\": 5}")).containsExactly("name");
        assertThat(refused("name=x", "{\"name\": \"y\", \"rows\": \"\"}")).containsExactly("name");
        assertThat(refused("postal_codes[]=1&postal_codes=2&field_colour=red", null))
                .containsExactlyInAnyOrder("postal_codes[]", "postal_codes", "field_colour");
        assertThat(refused(null, "{\"place\": {\"city\": \"x\", \"latitude\": 1}}"))
                .containsExactly("place.latitude");
    }

    @Test
    void a_parameter_is_found_in_rows() {
        assertThat(refused(null, "{\"rows\": [{\"count\": 1}, {\"count\": \"x\", \"email\": \"e\"}]}"))
                .containsExactly("rows[1].email");
        assertThat(refused(null, "[{\"email\": \"e\"}]")).containsExactly("rows[0].email");
        assertThat(refused("rows=%7B%22email%22:%22e%22%7D", null)).containsExactly("rows[0].email");
        assertThat(refused("rows=%5B%7B%22count%22:1%7D,%7B%22email%22:%22e%22%7D%5D", null))
                .containsExactly("rows[1].email");
    }

    @Test
    void a_parameter_in_the_path_counts() {
        var refused = catchThrowableOfType(
                Problem.class, () -> refuse(Rows.class, parameters(null, null), Map.of("name", "ada")));
        assertThat(refused.errors()).extracting(FieldError::field).containsExactly("name");
    }

    @Test
    void an_empty_value_is_none_unless_it_clears() {
        assertThatCode(() -> refuse(
                        Rows.class,
                        parameters("fan_id=7&name=&postal_codes=", "{\"rows\": [{\"email\": null}], \"name\": \"\"}"),
                        Map.of()))
                .doesNotThrowAnyException();
        var refused =
                catchThrowableOfType(Problem.class, () -> refuse(Change.class, parameters("phone=", null), Map.of()));
        assertThat(refused.errors()).extracting(FieldError::field).containsExactly("phone");
    }

    private static List<String> refused(@Nullable String query, @Nullable String json) {
        Problem refused =
                catchThrowableOfType(Problem.class, () -> refuse(Rows.class, parameters(query, json), Map.of()));
        assertThat(refused.type()).isEqualTo("contacts-needed");
        assertThat(refused.sentence()).doesNotContain("Ada");
        return refused.errors().stream().map(FieldError::field).toList();
    }

    private static void refuse(Class<?> input, RequestParameters parameters, Map<String, String> path) {
        InputPlan.refuseContacts(List.of(InputPlan.of(input)), parameters, path);
    }

    private static RequestParameters parameters(@Nullable String query, @Nullable String json) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        return RequestParameters.parse(
                query, headers, json == null ? new byte[0] : json.getBytes(StandardCharsets.UTF_8));
    }
}
