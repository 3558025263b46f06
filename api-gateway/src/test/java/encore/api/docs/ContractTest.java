package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.access.Lock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Keeps the table of the contract whole and in step with itself. */
class ContractTest {

    private static final Pattern IN_PATH = Pattern.compile("\\{(\\w+)}");

    @Test
    void it_has_all_149_endpoints() {
        assertThat(Contract.endpoints()).hasSize(149);
    }

    @Test
    void every_endpoint_is_locked_names_what_its_path_takes_and_says_something_once() {
        Contract.endpoints().forEach((key, endpoint) -> {
            assertThat(Arrays.stream(Lock.values()).map(lock -> lock.name().toLowerCase(Locale.ROOT)))
                    .as(key)
                    .contains(endpoint.lock());
            assertThat(endpoint.rows())
                    .as(key)
                    .extracting(Field::place)
                    .contains("out")
                    .isSubsetOf("path", "in", "out");
            assertThat(endpoint.rows().stream().filter(row -> row.place().equals("path")))
                    .as(key)
                    .extracting(Field::name)
                    .containsExactlyElementsOf(IN_PATH.matcher(endpoint.path())
                            .results()
                            .map(found -> found.group(1))
                            .toList());
            assertThat(endpoint.rows())
                    .as(key)
                    .extracting(row -> row.place() + " " + row.name())
                    .doesNotHaveDuplicates();
        });
    }

    @Test
    void every_type_is_one_of_the_formats() {
        assertThat(Contract.endpoints().values())
                .allSatisfy(endpoint -> assertThat(endpoint.rows())
                        .extracting(Field::type)
                        .allMatch(type -> type.matches("-|(string|integer|number|boolean|date|time)(\\[])?")));
    }

    @Test
    void the_paging_is_the_one_that_the_rows_show() {
        Contract.endpoints()
                .forEach((key, endpoint) ->
                        assertThat(endpoint.paging()).as(key).isEqualTo(Field.paging(endpoint.rows())));
    }

    @Test
    void records_are_laid_out_under_their_names() {
        var endpoint = Contract.read(List.of(
                        "GET /fans/{fan_id}  - key",
                        "  path  fan_id  integer",
                        "  out   .       Fan",
                        "  out   data[]  Fan",
                        "Fan",
                        "  name  string  max 9",
                        "  at    Place",
                        "Place",
                        "  city  string"))
                .get("GET /fans/{fan_id}");
        assertThat(endpoint.scope()).isEmpty();
        assertThat(endpoint.rows())
                .extracting(Field::name)
                .containsExactly("fan_id", "name", "at.city", "data[].name", "data[].at.city");
        assertThat(endpoint.rows().getFirst().required()).isTrue();
        assertThat(endpoint.rows().get(1).most()).isEqualTo("9");
    }

    @Test
    void mistakes_in_it_are_seen() {
        assertThatThrownBy(() -> Contract.read(List.of("GET /x  - key", "  in a string longest 3")))
                .hasMessageContaining("longest 3");
        assertThatThrownBy(() -> Contract.read(List.of("GET /x  - key", "  out . Fan")))
                .hasMessageContaining("no record Fan");
        assertThatThrownBy(() -> Contract.read(List.of("Fan", "  name string"))).hasMessageContaining("uses Fan");
        assertThatThrownBy(() -> Contract.read(List.of("GET /x  - key", "GET /x  crm key")))
                .hasMessageContaining("two of GET /x");
    }
}
