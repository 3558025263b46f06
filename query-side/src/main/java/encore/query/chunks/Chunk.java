package encore.query.chunks;

import encore.query.documents.Keyset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The packed activities of fans in {@value #LENGTH} positions of the log. At start, memory is built from a million such
 * rows, and a batch of many events changes few documents.
 *
 * @param last the position of the last row
 * @param lastAt its time, in milliseconds since 1970
 * @param owners the owners to which the rows refer, as the projection names them: an account or a part of one
 * @param rows for each row the distance of its position and time from the row before, its owner's index, the distance
 *     of its fan from the row before, and a count; all as variable-length numbers
 */
public record Chunk(long last, long lastAt, long lastFan, List<String> owners, byte[] rows) {

    public static final int LENGTH = 256;

    public static String key(long position) {
        return Keyset.key(position / LENGTH);
    }

    /**
     * Returns the chunk with one more row. A row that it already has changes nothing. A late row, from a dead letter
     * that was retried, is inserted in order.
     */
    public static Chunk with(@Nullable Chunk before, long position, long at, String owner, long fan, long count) {
        if (before == null) {
            return new Chunk(position, at, fan, List.of(owner), pack(new byte[0], position, at, 0, fan, count));
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
                pack(
                        before.rows,
                        position - before.last,
                        at - before.lastAt,
                        known >= 0 ? known : before.owners.size(),
                        fan - before.lastFan,
                        count));
    }

    private static byte[] pack(byte[] rows, long position, long at, int owner, long fan, long count) {
        var more = new PackedNumbers();
        more.add(position);
        more.add(at);
        more.add(owner);
        more.add(fan);
        more.add(count);
        return more.appendTo(rows);
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

    public void forEach(ChunkVisitor chunkVisitor) {
        long position = 0;
        long at = 0;
        long fan = 0;
        var cursor = new PackedNumbers.Cursor(rows);
        while (cursor.hasMore()) {
            position += cursor.next();
            at += cursor.next();
            String owner = owners.get((int) cursor.next());
            fan += cursor.next();
            chunkVisitor.row(position, at, owner, fan, cursor.next());
        }
    }

    /** Takes each row in order. */
    public interface ChunkVisitor {

        void row(long position, long at, String owner, long fan, long count);
    }
}
