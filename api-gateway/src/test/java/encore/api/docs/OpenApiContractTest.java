package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.OnAPort;
import encore.api.docs.Described.Field;
import encore.api.docs.Spec.Row;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Compares openapi.json with the specification: every parameter and every field of every answer, both ways. */
class OpenApiContractTest {

    /** Parameters that we add to reads of the contract: what was true then. */
    private static final Set<String> OURS = Set.of("as_of");

    private static Map<String, List<Field>> described;
    private static Map<String, List<Row>> spec;

    @BeforeAll
    static void read() {
        try (OnAPort gateway = OnAPort.whole()) {
            described = new Described(gateway.openApi()).operations();
        }
        spec = Row.all().stream().collect(Collectors.groupingBy(Row::endpoint));
    }

    @Test
    void every_parameter_and_every_field_is_as_the_spec_says() {
        List<String> differences = new ArrayList<>();
        spec.forEach((endpoint, rows) -> {
            List<Field> fields = described.get(endpoint);
            if (fields == null) {
                differences.add(endpoint + " is missing");
            } else {
                compare(endpoint, rows, fields, differences);
            }
        });
        assertThat(differences).isEmpty();
    }

    @Test
    void the_comparison_sees_what_differs() {
        var rows = List.of(
                new Row("GET /x", "query", "limit", "integer", List.of("max 999")),
                new Row("GET /x", "query", "name", "string", List.of("required")),
                new Row("GET /x", "query", "kind", "string", List.of("values a|b")),
                new Row("GET /x", "answer", "fan_id", "integer", List.of()));
        var fields = List.of(
                new Field("query", "limit", "integer", false, BigDecimal.valueOf(1000), new TreeSet<>()),
                new Field("query", "name", "string", false, null, new TreeSet<>()),
                new Field("query", "kind", "string", false, null, new TreeSet<>(List.of("a"))),
                new Field("query", "more", "string", false, null, new TreeSet<>()));
        List<String> differences = new ArrayList<>();
        compare("GET /x", rows, fields, differences);
        assertThat(differences).hasSize(5);
    }

    private static void compare(String endpoint, List<Row> rows, List<Field> fields, List<String> differences) {
        for (Row row : rows) {
            Field field = fields.stream()
                    .filter(candidate -> isFor(row, candidate))
                    .findFirst()
                    .orElse(null);
            String at = endpoint + " " + row.place() + " " + row.name();
            if (field == null) {
                if (!row.name().endsWith("*") || !row.type().equals("-")) {
                    differences.add(at + " is missing");
                }
            } else if (!row.type().equals("-")) {
                if (!row.type().equals(field.type())) {
                    differences.add(at + " is " + field.type() + ", not " + row.type());
                }
                differences.addAll(bounds(at, row, field));
            }
        }
        for (Field field : fields) {
            if (rows.stream().noneMatch(row -> isFor(row, field))
                    && !isFamilyOfRefused(rows, field)
                    && !(field.place().equals("query") && OURS.contains(field.name()))) {
                differences.add(endpoint + " " + field.place() + " " + field.name() + " is not in the spec");
            }
        }
    }

    private static List<String> bounds(String at, Row row, Field field) {
        List<String> differences = new ArrayList<>();
        if (!row.place().equals("answer") && row.isRequired() != field.required()) {
            differences.add(at + (row.isRequired() ? " is required" : " is not required"));
        }
        for (String bound : row.bounds()) {
            if (bound.startsWith("max ")) {
                BigDecimal most = new BigDecimal(bound.substring(4));
                if (field.most() == null || most.compareTo(field.most()) != 0) {
                    differences.add(at + " has " + field.most() + " as its most, not " + most);
                }
            }
            if (bound.startsWith("values ")) {
                var values = new TreeSet<>(Arrays.asList(bound.substring(7).split("\\|", -1)));
                if (!values.equals(field.values())) {
                    differences.add(at + " has values " + field.values() + ", not " + values);
                }
            }
        }
        return differences;
    }

    private static boolean isFor(Row row, Field field) {
        if (!row.place().equals(field.place())) {
            return false;
        }
        String name = row.name();
        if (name.equals(field.name())) {
            return true;
        }
        if (!row.type().equals("-")) {
            return false;
        }
        // What the specification leaves open may be a shape of its own, or anything that begins so.
        return name.endsWith("*")
                ? field.name().startsWith(name.substring(0, name.length() - 1))
                : field.name().startsWith(name + ".")
                        || field.name().startsWith(name + "[]")
                        || (row.place().equals("refused")
                                && field.name().endsWith("_")
                                && name.startsWith(field.name()));
    }

    private static boolean isFamilyOfRefused(List<Row> rows, Field field) {
        return field.place().equals("refused")
                && rows.stream()
                        .anyMatch(row ->
                                row.place().equals("refused") && row.name().startsWith(field.name()));
    }
}
