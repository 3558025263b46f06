package encore.infra.standalone.walk;

import encore.infra.standalone.walk.ContractTable.Row;
import encore.infra.standalone.walk.WalkStep.Encoding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * Compares what the walk sent and was answered with the contract, and keeps what it has not seen yet: calls, encodings,
 * parameters, and fields with a value.
 */
public final class Findings {

    /** The one body that has no form. */
    private static final String JSON_ALONE = "POST /api/v1/crm/bulk_tickets";

    /** No answer shows a password. */
    private static final String PASSWORD = "password";

    private final Map<String, List<Row>> contract = ContractTable.endpoints();
    private final Set<String> seen = new HashSet<>();
    private final Set<String> differences = new TreeSet<>();

    /** Takes a call that was answered as it should be. */
    void take(WalkCall call, JsonNode answer) {
        String key = call.step().call();
        List<Row> rows = contract.get(key);
        if (rows == null) {
            return;
        }
        seen.add(key);
        if (call.step().method().equals("POST")) {
            seen.add(key + " as " + call.encoding());
        }
        call.given().forEach((name, value) -> parameter(key, rows, name, value));
        if (!answer.isMissingNode()) {
            List<Row> fields = of(rows, "out");
            value(key, fields, answer.isValueNode() ? "." : "", answer);
        }
    }

    /** Returns how many endpoints the contract has. */
    public int endpoints() {
        return contract.size();
    }

    /** Returns the answers that differ from the contract. */
    public Collection<String> differences() {
        return differences;
    }

    /**
     * Returns what the walk lacks.
     *
     * @param unseen fields and parameters that it need not show, as the method, the path, the place and the name
     */
    public List<String> missing(Set<String> unseen) {
        List<String> missing = new ArrayList<>();
        contract.forEach((key, rows) -> {
            require(missing, key);
            if (key.startsWith("POST")) {
                require(missing, key + " as " + Encoding.JSON);
                if (!key.equals(JSON_ALONE)) {
                    require(missing, key + " as " + Encoding.FORM);
                }
            }
            rows.stream()
                    .filter(row -> !row.place().equals("path"))
                    .filter(row -> !row.name().endsWith("*") || row.name().length() > 2)
                    .filter(row -> !row.name().endsWith(".*"))
                    .filter(row -> !row.place().equals("out") || !row.name().endsWith(PASSWORD) || isAnswer(key))
                    .forEach(row -> require(missing, key + " " + row.place() + " " + row.name()));
        });
        missing.removeAll(unseen);
        return missing;
    }

    /** Returns whether a password is a field that says whether there is one. */
    private static boolean isAnswer(String key) {
        return key.endsWith("/sessions/connect");
    }

    private void require(List<String> missing, String name) {
        if (!seen.contains(name)) {
            missing.add(name);
        }
    }

    private static List<Row> of(List<Row> rows, String place) {
        return rows.stream().filter(row -> row.place().equals(place)).toList();
    }

    private void parameter(String key, List<Row> rows, String name, JsonNode value) {
        for (Row row : of(rows, "in")) {
            String of = row.name();
            boolean isFamily = of.endsWith("_*") && name.startsWith(of.substring(0, of.length() - 1));
            boolean isRow = of.startsWith(name + "[].")
                    && value.valueStream().anyMatch(one -> one.has(of.substring(name.length() + 3)));
            if (isFamily || isRow || of.equals(name)) {
                seen.add(key + " in " + of);
            }
        }
    }

    /** Compares a value and all that is in it. */
    private void value(String key, List<Row> rows, String name, JsonNode value) {
        Row row =
                rows.stream().filter(one -> one.name().equals(name)).findFirst().orElse(null);
        if (value.isNull()) {
            return;
        }
        if (row != null) {
            if (!Types.fits(row.type(), value)) {
                differences.add(key + " out " + name + " is no " + row.type() + ": " + shortened(value));
            }
            if (!value.isArray() || !value.isEmpty()) {
                seen.add(key + " out " + name);
            }
        } else if (value.isArray()) {
            value.forEach(one -> value(key, rows, name + "[]", one));
        } else if (value.isObject() && rows.stream().anyMatch(one -> one.name().equals(name + "{}"))) {
            value.forEach(one -> value(key, rows, name + "{}", one));
        } else if (value.isObject() && isOpened(rows, name)) {
            value.properties().forEach(one -> value(key, rows, inside(name, one.getKey()), one.getValue()));
        } else if (!isLeftOpen(rows, name)) {
            differences.add(key + " out " + name + " is not in the contract: " + shortened(value));
        }
    }

    private static String inside(String name, String child) {
        return name.isEmpty() ? child : name + "." + child;
    }

    private static boolean isOpened(List<Row> rows, String name) {
        return name.isEmpty() || rows.stream().anyMatch(row -> row.name().startsWith(name + "."));
    }

    private static boolean isLeftOpen(List<Row> rows, String name) {
        return rows.stream()
                .map(Row::name)
                .filter(one -> one.endsWith("*"))
                .anyMatch(one -> name.startsWith(one.substring(0, one.length() - 1)));
    }

    private static String shortened(JsonNode value) {
        String text = value.toString();
        return text.length() > 80 ? text.substring(0, 80) + "…" : text;
    }
}
