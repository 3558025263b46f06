package encore.infra.cli.imports;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Makes keys of rows that have none, of their values and of the number of equal rows before them. So the same file gives the
 * same keys, and equal rows have keys of their own. Contacts and names are left out, because a key stays in the log for ever.
 * The console makes the same keys. One thread uses it, with the rows in the order of the file.
 */
final class RowKeys {

    private static final int HEX_DIGITS = 40;

    private final ImportKind kind;
    private final Collection<ImportColumn> columns;
    private final EqualRows equalRows = new EqualRows();
    private final MessageDigest sha256 = sha256();

    RowKeys(ImportKind kind, Collection<ImportColumn> columns) {
        this.kind = kind;
        this.columns = columns;
    }

    /** Returns the key of the next row of the file that has none of its own. */
    String next(Map<String, String> values) {
        String hashed = text(values, column -> !column.isContact());
        String compared = kind.comparesContacts() ? text(values, column -> true) : hashed;
        int before = equalRows.add(ByteBuffer.wrap(hash(compared)).getLong());
        return "import-"
                + HexFormat.of().formatHex(hash(hashed + "\n#" + before)).substring(0, HEX_DIGITS);
    }

    private String text(Map<String, String> values, Predicate<ImportColumn> isIncluded) {
        StringBuilder text = new StringBuilder(kind.kind());
        columns.stream()
                .filter(column -> isIncluded.test(column) && values.containsKey(column.name()))
                .sorted(Comparator.comparing(ImportColumn::name))
                .forEach(column ->
                        text.append('\n').append(column.name()).append('=').append(values.get(column.name())));
        return text.toString();
    }

    private byte[] hash(String text) {
        return sha256.digest(text.getBytes(StandardCharsets.UTF_8));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Counts rows by hashes of 64 bits, in 18 to 36 bytes for each different row. A million rows have two with the same hash
     * with a chance of one in 37 million, and then one of them has another number.
     */
    static final class EqualRows {

        private static final int INITIAL_CAPACITY = 1 << 12;

        private long[] hashes = new long[INITIAL_CAPACITY];
        private int[] counts = new int[INITIAL_CAPACITY];
        private int size;

        /** Adds a row, and returns the number of equal rows before it. */
        int add(long hash) {
            if (size >= hashes.length / 3 * 2) {
                grow();
            }
            int place = placeOf(hash);
            if (counts[place] == 0) {
                hashes[place] = hash;
                size++;
            }
            return counts[place]++;
        }

        private int placeOf(long hash) {
            int place = (int) (hash & (hashes.length - 1));
            while (counts[place] != 0 && hashes[place] != hash) {
                place = (place + 1) & (hashes.length - 1);
            }
            return place;
        }

        private void grow() {
            long[] oldHashes = hashes;
            int[] oldCounts = counts;
            hashes = new long[oldHashes.length * 2];
            counts = new int[oldHashes.length * 2];
            for (int old = 0; old < oldHashes.length; old++) {
                if (oldCounts[old] != 0) {
                    int place = placeOf(oldHashes[old]);
                    hashes[place] = oldHashes[old];
                    counts[place] = oldCounts[old];
                }
            }
        }
    }
}
