package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Asks of each field of each answer what sets it; keeps docs/fields.md ({@code ./encore docs} writes it anew). */
class FieldsPageTest {

    private static final Path PAGE = Path.of("../docs/fields.md");

    private static Map<String, List<String>> answered;
    private static Map<String, Map<String, String>> told;

    @BeforeAll
    static void read() {
        answered = new TreeMap<>();
        for (var schema : Gateway.WHOLE.api().at("/components/schemas").properties()) {
            if (!schema.getKey().equals("Problem")) {
                answered.put(
                        schema.getKey(),
                        List.copyOf(schema.getValue().path("properties").propertyNames()));
            }
        }
        told = new LinkedHashMap<>();
        for (String line : Contract.lines(Path.of("src/test/resources/fields.tsv"))) {
            String[] row = line.split("\t");
            told.computeIfAbsent(row[0], schema -> new LinkedHashMap<>()).put(row[1], row[2]);
        }
    }

    @Test
    void something_sets_every_field_of_every_answer() {
        List<String> unset = new ArrayList<>();
        answered.forEach((schema, fields) -> fields.stream()
                .filter(field -> by(schema, field) == null)
                .forEach(field -> unset.add(schema + " " + field)));
        assertThat(unset).isEmpty();
    }

    @Test
    void every_call_that_is_said_to_set_a_field_takes_such_a_parameter() {
        List<String> wrong = new ArrayList<>();
        told.forEach((schema, fields) -> fields.forEach((field, by) -> {
            for (String one : by.split("; ")) {
                if (one.startsWith("POST ") || one.startsWith("GET ")) {
                    String[] call = one.split(" ");
                    if (!isTaken(call[0] + " " + call[1], call[2])) {
                        wrong.add(schema + " " + field + ": " + one);
                    }
                } else if (!one.matches("(minted|log|read|later): .+|like .+")) {
                    wrong.add(schema + " " + field + ": " + one);
                }
            }
        }));
        assertThat(wrong).isEmpty();
    }

    @Test
    void no_line_outlives_its_field() {
        List<String> left = new ArrayList<>();
        told.forEach((schema, fields) -> fields.keySet().stream()
                .filter(field -> !field.equals("*"))
                .filter(field -> schema.equals("*")
                        ? answered.values().stream().noneMatch(all -> all.contains(field))
                        : !answered.getOrDefault(schema, List.of()).contains(field))
                .forEach(field -> left.add(schema + " " + field)));
        assertThat(left).isEmpty();
    }

    @Test
    void the_page_of_fields_says_what_is_told() throws IOException {
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

    /** The schema's own line comes first, then those of the schema that it is like, then what is said wherever. */
    private static @Nullable String by(String schema, String field) {
        Map<String, String> lines = told.getOrDefault(schema, Map.of());
        String like = lines.get("*");
        if (lines.containsKey(field) || schema.equals("*")) {
            return lines.get(field);
        }
        return by(like == null ? "*" : like.substring("like ".length()), field);
    }

    private static String page() {
        var text = new StringBuilder("""
                # What sets each field

                Generated from the description of the API and `api-gateway/src/test/resources/fields.tsv` (`./encore docs`);
                do not edit. A field is set by a call's parameter, *minted*, taken from the *log*, worked out when it is
                *read*, or null until a *later* feature sets it.
                """);
        answered.forEach((schema, fields) -> {
            text.append("\n## ").append(schema).append("\n\n| field | set by |\n|---|---|\n");
            for (String field : fields) {
                text.append("| `%s` | %s |\n".formatted(field, words(by(schema, field))));
            }
        });
        return text.toString();
    }

    private static String words(@Nullable String by) {
        if (by == null) {
            return "**nothing**";
        }
        List<String> words = new ArrayList<>();
        for (String one : by.split("; ")) {
            words.add(
                    one.startsWith("POST ") || one.startsWith("GET ")
                            ? "`" + one + "`"
                            : one.replaceFirst("^(\\w+):", "*$1*:"));
        }
        return String.join("<br>", words);
    }
}
