package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Checks docs/fields.md, which says of each field of each answer what it means and what sets it. {@code ./encore docs}
 * adds the rows of new fields, removes those of fields that are gone, and writes the meanings.
 */
class FieldsPageTest {

    private static final Path PAGE = Path.of("../docs/fields.md");
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| .* \\| ([^|]*) \\|");
    private static final Pattern CALL = Pattern.compile("`(\\w+ \\S+) (\\S+)`");
    private static final String NOTHING = "**nothing**";

    /** The descriptions of the page, by schema and field. */
    private static Map<String, Map<String, String>> received;

    /** What it should, in the order of the answers. */
    private static Map<String, Map<String, String>> rows;

    @BeforeAll
    static void read() throws IOException {
        received = new LinkedHashMap<>();
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line : Files.readAllLines(PAGE)) {
            var row = ROW.matcher(line);
            if (line.startsWith("## ")) {
                fields = received.computeIfAbsent(line.substring(3), schema -> new LinkedHashMap<>());
            } else if (row.matches()) {
                fields.put(row.group(1), row.group(2));
            }
        }
        rows = new TreeMap<>();
        for (var schema : Gateway.WHOLE.api().at("/components/schemas").properties()) {
            if (!schema.getKey().equals("Problem")
                    && !Gateway.isOfRequests(schema.getKey())
                    && !EventSchemas.isOfEvents(schema.getKey())) {
                Map<String, String> answered = new LinkedHashMap<>();
                for (String field : schema.getValue().path("properties").propertyNames()) {
                    answered.put(field, by(schema.getKey(), field));
                }
                rows.put(schema.getKey(), answered);
            }
        }
    }

    /** Whoever has the pages written says it afterwards. */
    @Test
    @DisabledIfSystemProperty(named = "encore.docs.write", matches = "true")
    void something_sets_every_field_of_every_answer() {
        List<String> unset = new ArrayList<>();
        rows.forEach((schema, fields) -> fields.forEach((field, by) -> {
            if (by.equals(NOTHING)) {
                unset.add(schema + " " + field);
            }
        }));
        assertThat(unset).isEmpty();
    }

    @Test
    void every_call_that_is_said_to_set_a_field_takes_such_a_parameter() {
        List<String> wrong = new ArrayList<>();
        received.values().stream().map(Map::values).flatMap(Collection::stream).forEach(by -> {
            for (String one : by.split("<br>")) {
                var call = CALL.matcher(one);
                if (call.matches()
                        ? !isTaken(call.group(1), call.group(2))
                        : !one.matches("\\*(minted|log|read|later)\\*: .+")) {
                    wrong.add(one);
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void the_page_has_a_row_for_every_field_and_no_other() throws IOException {
        String page = page();
        if (Boolean.getBoolean("encore.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).content().isEqualTo(page);
    }

    private static boolean isTaken(String call, String parameter) {
        Described.Operation operation = Gateway.WHOLE.operations().get(call);
        return operation != null
                && operation.fields().stream()
                        .anyMatch(field -> !field.isOut() && field.name().equals(parameter));
    }

    /** A field without a row gets the words of its namesakes, when all have the same. */
    private static String by(String schema, String field) {
        String own = received.getOrDefault(schema, Map.of()).get(field);
        if (own != null) {
            return own;
        }
        List<String> elsewhere = received.values().stream()
                .map(fields -> fields.get(field))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return elsewhere.size() == 1 ? elsewhere.getFirst() : NOTHING;
    }

    private static String meaning(String schema, String field) {
        return Gateway.WHOLE
                .api()
                .path("components")
                .path("schemas")
                .path(schema)
                .path("properties")
                .path(field)
                .path("description")
                .asString("")
                .replace("|", "\\|");
    }

    private static String page() {
        var text = new StringBuilder("""
                # What each field means, and what sets it

                The meaning is that of `/openapi.json`; its words stand in
                [the dictionary](../api-gateway/src/main/resources/encore/api/docs/dictionary.json). A field of an answer is set by
                a parameter of a call, *minted*, taken from the *log*, computed when it is *read*, or null until a *later* feature
                sets it. `./encore docs` keeps the rows and their meanings in step with the answers. The last column is written
                here by hand, several with `<br>` between. A test finds fields that nothing sets, and calls that lack the named
                parameter.
                """);
        rows.forEach((schema, fields) -> {
            text.append("\n## ").append(schema).append("\n\n| field | meaning | set by |\n|---|---|---|\n");
            fields.forEach(
                    (field, by) -> text.append("| `%s` | %s | %s |\n".formatted(field, meaning(schema, field), by)));
        });
        return text.toString();
    }
}
