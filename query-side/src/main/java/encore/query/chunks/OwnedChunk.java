package encore.query.chunks;

import java.util.ArrayList;
import java.util.List;

/**
 * Some rows of one owner, in the order of the log.
 *
 * @param owner an account or a part of one, as the projection names it
 * @param number the chunk's number among the owner's chunks, from 0 on
 * @param count the number of its rows
 * @param last the position of the last row
 * @param lastAt its time, in milliseconds since 1970
 * @param rows for each row the distance of its position, time and fan from the row before, and a count; all as
 *     variable-length numbers
 */
public record OwnedChunk(String owner, int number, int count, long last, long lastAt, long lastFan, byte[] rows) {

    /** An activity of a fan at a position of the log. */
    public record Row(long position, long at, long fan, long count) {}

    /** Takes each row in order. */
    public interface OwnedRowVisitor {
        void row(long position, long at, long fan, long count);
    }

    static OwnedChunk empty(String owner, int number) {
        return new OwnedChunk(owner, number, 0, 0, 0, 0, new byte[0]);
    }

    /** Returns the chunk with one more row, which must be later than all of its rows. */
    OwnedChunk with(Row row) {
        var more = new PackedNumbers();
        more.add(row.position - last);
        more.add(row.at - lastAt);
        more.add(row.fan - lastFan);
        more.add(row.count);
        return new OwnedChunk(owner, number, count + 1, row.position, row.at, row.fan, more.appendTo(rows));
    }

    /** Returns this chunk with other rows. */
    OwnedChunk withRows(List<Row> others) {
        OwnedChunk chunk = empty(owner, number);
        for (Row row : others) {
            chunk = chunk.with(row);
        }
        return chunk;
    }

    List<Row> all() {
        List<Row> all = new ArrayList<>(count + 1);
        forEach((position, at, fan, counted) -> all.add(new Row(position, at, fan, counted)));
        return all;
    }

    void forEach(OwnedRowVisitor ownedRowVisitor) {
        long position = 0;
        long at = 0;
        long fan = 0;
        var cursor = new PackedNumbers.Cursor(rows);
        while (cursor.hasMore()) {
            position += cursor.next();
            at += cursor.next();
            fan += cursor.next();
            ownedRowVisitor.row(position, at, fan, cursor.next());
        }
    }
}
