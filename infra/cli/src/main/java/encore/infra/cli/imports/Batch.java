package encore.infra.cli.imports;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of one call, and between them those that are not sent because they have a fault. */
record Batch(List<ImportRow> rows) {

    private static final int MAX_ROWS = 1_000;
    private static final int MAX_BYTES = 999_000;

    /** Reads the next rows of a file, as many as one call takes. */
    static final class Reader {

        private final FileRows fileRows;
        private final ImportRow.Maker maker;
        private @Nullable ImportRow left;

        Reader(FileRows fileRows, ImportRow.Maker maker) {
            this.fileRows = fileRows;
            this.maker = maker;
        }

        /** Returns null at the end of the file. */
        @Nullable
        Batch next() {
            List<ImportRow> rows = new ArrayList<>();
            long bytes = 0;
            long letters = 0;
            while (rows.size() < MAX_ROWS) {
                ImportRow row = left == null ? nextRow() : left;
                left = null;
                if (row == null) {
                    break;
                }
                bytes += row.json().length + 1;
                letters += row.row().letters();
                // Columns that are not sent take memory as well, until the row is answered.
                if (!rows.isEmpty() && (bytes > MAX_BYTES || letters > MAX_BYTES)) {
                    left = row;
                    break;
                }
                rows.add(row);
            }
            return rows.isEmpty() ? null : new Batch(rows);
        }

        private @Nullable ImportRow nextRow() {
            FileRow row = fileRows.next();
            return row == null ? null : maker.make(row);
        }
    }

    long sent() {
        return rows.stream().filter(ImportRow::isSent).count();
    }

    byte[] body(boolean withEffects, boolean dryRun) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes("{\"rows\":[".getBytes(StandardCharsets.UTF_8));
        String between = "";
        for (ImportRow row : rows) {
            if (row.isSent()) {
                body.writeBytes(between.getBytes(StandardCharsets.UTF_8));
                body.writeBytes(row.json());
                between = ",";
            }
        }
        body.writeBytes(("],\"with_effects\":" + withEffects + ",\"dry_run\":" + dryRun + "}")
                .getBytes(StandardCharsets.UTF_8));
        return body.toByteArray();
    }
}
