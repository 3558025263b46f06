package encore.infra.cli.imports;

import encore.infra.cli.imports.ValueFormats.WrongValue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A row to send.
 *
 * @param madeKey the key that was made of its values; null if it has one of its own or needs none
 * @param json the row as it is sent; empty if it has a fault
 */
record ImportRow(
        FileRow row,
        @Nullable String madeKey,
        byte[] json,
        @Nullable Fault fault) {

    /** The reason for which a row is not sent, or for which the server did not apply it. */
    record Fault(String field, String reason) {

        @Override
        public String toString() {
            return field.isEmpty() ? reason : field + ": " + reason;
        }
    }

    /** Larger rows fit into no call, even alone. */
    private static final int MAX_JSON_BYTES = 999_000;

    boolean isSent() {
        return fault == null;
    }

    /** Makes rows to send of the rows of a file, in the order of the file. */
    static final class Maker {

        private final ImportKind kind;
        private final ColumnMapping mapping;
        private final ValueFormats formats;
        private final boolean isOfRefusedRows;
        private final RowKeys keys;

        Maker(ImportKind kind, ColumnMapping mapping, ValueFormats formats, List<String> heads) {
            this.kind = kind;
            this.mapping = mapping;
            this.formats = formats;
            this.isOfRefusedRows = RefusedRows.isHead(heads);
            this.keys = new RowKeys(
                    kind,
                    mapping.sources().stream().map(ColumnMapping.Source::column).toList());
        }

        ImportRow make(FileRow row) {
            if (row.fault() != null) {
                return new ImportRow(row, null, new byte[0], new Fault("", row.fault()));
            }
            Map<String, String> values = new TreeMap<>();
            Fault fault = null;
            for (ColumnMapping.Source source : mapping.sources()) {
                String value = source.value(row);
                if (isOfRefusedRows) {
                    value = RefusedRows.withoutGuard(value);
                }
                try {
                    value = formats.written(source.column().type(), value);
                } catch (WrongValue wrong) {
                    fault = new Fault(source.column().name(), wrong.reason());
                }
                if (!value.isEmpty()) {
                    values.put(source.column().name(), value);
                }
            }
            String madeKey = null;
            if (kind.needsKeys() && !values.containsKey(kind.key())) {
                madeKey = keys.next(values);
                values.put(kind.key(), madeKey);
            }
            byte[] json = fault == null ? JsonMapper.shared().writeValueAsBytes(values) : new byte[0];
            if (json.length > MAX_JSON_BYTES) {
                return new ImportRow(row, madeKey, new byte[0], new Fault("", FileRows.ROW_TOO_LONG));
            }
            return new ImportRow(row, madeKey, json, fault);
        }
    }
}
