package encore.infra.cli.imports;

import encore.infra.cli.terminal.CommandFailed;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * A kind of rows that the server imports, such as points.
 *
 * @param key the field that gives a row its key
 */
record ImportKind(String kind, String key, List<ImportColumn> columns) {

    private static final String FANS = "fans";
    private static final String POINTS = "points";

    /** Finds a kind in the answer of {@code manage/imports}. */
    static ImportKind find(JsonNode kinds, String kind) {
        return kinds.valueStream()
                .filter(json -> json.path("kind").asString("").equals(kind))
                .findFirst()
                .map(json -> new ImportKind(
                        kind,
                        json.path("key").asString(""),
                        json.path("columns").valueStream().map(ImportColumn::of).toList()))
                .orElseThrow(() -> new CommandFailed("There is no kind '" + kind + "': the server imports "
                        + kinds.valueStream()
                                .map(json -> json.path("kind").asString(""))
                                .collect(Collectors.joining(", "))
                        + "."));
    }

    /** Finds the column of a field, which may be one of a family. */
    Optional<ImportColumn> column(String field) {
        return columns.stream()
                .filter(column -> !column.isFamily() && column.name().equals(field))
                .findFirst()
                .or(() -> columns.stream()
                        .filter(column -> column.isFamilyOf(field))
                        .findFirst()
                        .map(column -> column.named(field)));
    }

    /** Finds the column that a head of a file names. */
    Optional<ImportColumn> columnOfHead(String head) {
        return columns.stream()
                .filter(column -> !column.isFamily() && column.isNamedBy(head))
                .findFirst()
                .or(() -> column(head));
    }

    /** Returns whether rows without a key get one here. The server makes a fan's claim itself, of the whole row. */
    boolean needsKeys() {
        return !kind.equals(FANS);
    }

    /** Returns whether rows are equal only if they name the same fan. The keys of awards are each fan's own. */
    boolean comparesContacts() {
        return kind.equals(POINTS);
    }

    String names() {
        return columns.stream().map(ImportColumn::name).collect(Collectors.joining(", "));
    }
}
