package encore.infra.cli.imports;

import encore.infra.cli.terminal.CommandFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the rows, each with the column of the file or the constant that it is taken from, in ascending order of name.
 *
 * @param ignored the heads of columns that no field is taken from
 */
record ColumnMapping(List<Source> sources, List<String> ignored) {

    /**
     * Where a field is taken from.
     *
     * @param constant null if it is taken from a column of the file
     */
    record Source(
            ImportColumn column,
            int index,
            String head,
            @Nullable String constant) {

        String value(FileRow row) {
            return ValueFormats.trim(constant == null ? row.cell(index) : constant);
        }

        @Override
        public String toString() {
            return column.name() + (constant == null ? " <- " + head : " = " + constant);
        }
    }

    /**
     * Maps the columns of a file.
     *
     * @param heads names of fields, with their heads as the user says; an empty head leaves the field out
     * @param constants values that all rows have
     */
    static ColumnMapping of(
            ImportKind kind, List<String> columns, Map<String, String> heads, Map<String, String> constants) {
        Map<String, Source> sources = new TreeMap<>();
        constants.forEach((field, value) -> sources.put(field, new Source(known(kind, field), -1, "", value)));
        heads.forEach((field, head) -> {
            ImportColumn column = known(kind, field);
            if (constants.containsKey(field)) {
                throw new CommandFailed("Both --map and --set give '" + field + "'.");
            }
            if (!head.isEmpty()) {
                sources.put(field, new Source(column, indexOf(columns, head), head, null));
            }
        });
        List<String> ignored = new ArrayList<>();
        for (int index = RefusedRows.isHead(columns) ? RefusedRows.HEAD.size() : 0; index < columns.size(); index++) {
            String head = columns.get(index);
            int at = index;
            ImportColumn column = kind.columnOfHead(head).orElse(null);
            if (sources.values().stream().anyMatch(source -> source.index() == at)) {
                continue;
            }
            if (column == null || heads.containsKey(column.name()) || constants.containsKey(column.name())) {
                ignored.add(head);
                continue;
            }
            Source twice = sources.put(column.name(), new Source(column, index, head, null));
            if (twice != null) {
                throw new CommandFailed("The columns '" + twice.head() + "' and '" + head + "' both give '"
                        + column.name() + "': choose one by --map " + column.name() + "=<head>.");
            }
        }
        mustHaveRequired(kind, columns, sources);
        return new ColumnMapping(List.copyOf(sources.values()), List.copyOf(ignored));
    }

    private static ImportColumn known(ImportKind kind, String field) {
        return kind.column(field)
                .filter(column -> !column.isFamily())
                .orElseThrow(() -> new CommandFailed(
                        "There is no field '" + field + "': rows of " + kind.kind() + " have " + kind.names() + "."));
    }

    private static int indexOf(List<String> columns, String head) {
        List<Integer> found = IntStream.range(0, columns.size())
                .filter(index -> columns.get(index).equals(head))
                .boxed()
                .toList();
        if (found.size() > 1) {
            throw new CommandFailed("The file has more than one column '" + head + "'.");
        }
        if (found.isEmpty()) {
            throw new CommandFailed("The file has no column '" + head + "'. " + quoted(columns));
        }
        return found.getFirst();
    }

    private static void mustHaveRequired(ImportKind kind, List<String> columns, Map<String, Source> sources) {
        List<String> missing = kind.columns().stream()
                .filter(ImportColumn::required)
                .map(ImportColumn::name)
                .filter(name -> !sources.containsKey(name) && !(kind.needsKeys() && name.equals(kind.key())))
                .toList();
        if (sources.isEmpty()) {
            throw new CommandFailed("No column of the file is known. " + quoted(columns) + " Rows of " + kind.kind()
                    + " have " + kind.names() + ": name them in the first line, or use --map <field>=<head>.");
        }
        if (!missing.isEmpty()) {
            throw new CommandFailed(
                    "No column gives " + String.join(", ", missing) + ". " + quoted(columns) + " Use --map "
                            + missing.getFirst() + "=<head> for a column, or --set " + missing.getFirst()
                            + "=<value> for a value that all rows have.");
        }
    }

    private static String quoted(List<String> columns) {
        return columns.stream()
                .map(head -> "'" + head + "'")
                .collect(Collectors.joining(", ", "Its columns are ", "."));
    }

    /** Returns the place of the column that this field is taken from; -1 if there is none. */
    int indexOf(String field) {
        return sources.stream()
                .filter(source -> source.column().name().equals(field))
                .mapToInt(Source::index)
                .findFirst()
                .orElse(-1);
    }

    boolean hasConstant(String field) {
        return sources.stream()
                .anyMatch(source ->
                        source.constant() != null && source.column().name().equals(field));
    }
}
