package encore.query.projection;

import java.util.ArrayList;
import java.util.List;

/**
 * Some rows of one owner, in the order of the log.
 *
 * @param owner an account, or something of one, as the projection spells it
 * @param number of the owner's chunks, from 0 on
 * @param count how many rows it has
 * @param last the position of the last row
 * @param lastAt its time, in milliseconds since 1970
 * @param rows of each: how far behind the row before are its position and time, how far from it is its fan, and a count;
 *     all as variable-length numbers
 */
public record OwnedChunk(String owner, int number, int count, long last, long lastAt, long lastFan, byte[] rows) {

    /** What happened to a fan at a position of the log. */
    public record Row(long position, long at, long fan, long count) {}

    /** Is told of each row in order. */
    public interface Each {
        void row(long position, long at, long fan, long count);
    }

    static OwnedChunk empty(String owner, int number) {
        return new OwnedChunk(owner, number, 0, 0, 0, 0, new byte[0]);
    }

    /** The chunk with one row more, which is behind all that it has. */
    OwnedChunk with(Row row) {
        var more = new PackedNumbers();
        more.add(row.position - last);
        more.add(row.at - lastAt);
        more.add(row.fan - lastFan);
        more.add(row.count);
        return new OwnedChunk(owner, number, count + 1, row.position, row.at, row.fan, more.behind(rows));
    }

    /** The same chunk of other rows. */
    OwnedChunk of(List<Row> others) {
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

    void forEach(Each each) {
        long position = 0;
        long at = 0;
        long fan = 0;
        var cursor = new PackedNumbers.Cursor(rows);
        while (cursor.hasMore()) {
            position += cursor.next();
            at += cursor.next();
            fan += cursor.next();
            each.row(position, at, fan, cursor.next());
        }
    }
}
