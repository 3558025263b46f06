package encore.infra.cli.imports;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a file, one after the other. One thread reads them. */
interface FileRows extends AutoCloseable {

    int MAX_COLUMNS = 100;
    int MAX_FIELD_BYTES = 64 * 1024;
    int MAX_ROW_BYTES = 1_000_000;

    String TOO_MANY_COLUMNS = "the row has more than " + MAX_COLUMNS + " columns";
    String FIELD_TOO_LONG = "a field of the row is longer than 64 KiB";
    String ROW_TOO_LONG = "the row is longer than 1 MB";

    /** Returns the names of the columns that were found so far. */
    List<String> heads();

    char separator();

    /** Returns the next row that has a value; null after the last one. */
    @Nullable
    FileRow next();

    @Override
    void close();
}
