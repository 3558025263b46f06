package encore.query.projection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Packs what fans did in a stretch of {@value #LENGTH} positions of the log: what is kept in memory is made of a million
 * of such rows at start, and a fold of many events touches few documents.
 *
 * @param last the position of the last row
 * @param lastAt its time, in milliseconds since 1970
 * @param owners what rows point to, as the projection spells it: an account, or something of one
 * @param rows of each: how far behind the row before are its position and time, which owner, how far from the row
 *     before is its fan, and a count; all as variable-length numbers
 */
public record Chunk(long last, long lastAt, long lastFan, List<String> owners, byte[] rows) {

    public static final int LENGTH = 256;

    private static final int LONGEST_ROW = 50;

    public static String key(long position) {
        return Keyset.key(position / LENGTH);
    }

    /**
     * The chunk with one row more; a row that it has already changes nothing. One that comes late, as a dead letter does
     * when it is tried again, takes its place among the others.
     */
    public static Chunk with(@Nullable Chunk before, long position, long at, String owner, long fan, long count) {
        if (before == null) {
            return new Chunk(position, at, fan, List.of(owner), packed(new byte[0], position, at, 0, fan, count));
        }
        if (position <= before.last) {
            return before.withLate(new Row(position, at, owner, fan, count));
        }
        int known = before.owners.indexOf(owner);
        return new Chunk(
                position,
                at,
                fan,
                known >= 0
                        ? before.owners
                        : Stream.concat(before.owners.stream(), Stream.of(owner))
                                .toList(),
                packed(
                        before.rows,
                        position - before.last,
                        at - before.lastAt,
                        known >= 0 ? known : before.owners.size(),
                        fan - before.lastFan,
                        count));
    }

    private static byte[] packed(byte[] rows, long position, long at, int owner, long fan, long count) {
        byte[] packed = Arrays.copyOf(rows, rows.length + LONGEST_ROW);
        int end = write(packed, rows.length, position);
        end = write(packed, end, at);
        end = write(packed, end, owner);
        end = write(packed, end, fan);
        end = write(packed, end, count);
        return Arrays.copyOf(packed, end);
    }

    private record Row(long position, long at, String owner, long fan, long count) {}

    private Chunk withLate(Row late) {
        List<Row> all = new ArrayList<>();
        forEach((position, at, owner, fan, count) -> all.add(new Row(position, at, owner, fan, count)));
        if (all.stream().anyMatch(row -> row.position() == late.position())) {
            return this;
        }
        all.add(late);
        all.sort(Comparator.comparingLong(Row::position));
        Chunk chunk = null;
        for (Row row : all) {
            chunk = with(chunk, row.position(), row.at(), row.owner(), row.fan(), row.count());
        }
        return chunk == null ? this : chunk;
    }

    public void forEach(Reader reader) {
        long position = 0;
        long at = 0;
        long fan = 0;
        var cursor = new Cursor(rows);
        while (cursor.hasMore()) {
            position += cursor.next();
            at += cursor.next();
            String owner = owners.get((int) cursor.next());
            fan += cursor.next();
            reader.row(position, at, owner, fan, cursor.next());
        }
    }

    /** Seven bits a byte, the sign in the lowest. */
    private static int write(byte[] bytes, int from, long number) {
        int at = from;
        long rest = (number << 1) ^ (number >> 63);
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return at;
    }

    private static final class Cursor {

        private final byte[] bytes;
        private int at;

        Cursor(byte[] bytes) {
            this.bytes = bytes;
        }

        boolean hasMore() {
            return at < bytes.length;
        }

        long next() {
            long number = 0;
            int shift = 0;
            byte part;
            do {
                part = bytes[at++];
                number |= (part & 0x7FL) << shift;
                shift += 7;
            } while (part < 0);
            return (number >>> 1) ^ -(number & 1);
        }
    }

    /** Is told of each row in order. */
    public interface Reader {

        void row(long position, long at, String owner, long fan, long count);
    }
}
