package encore.query.search.facts;

import encore.query.chunks.PackedNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Delta encoding of ascending ids, as in events of snapshots: the first id, then each difference to the one before. */
public final class DeltaIds {

    private DeltaIds() {}

    /** Encodes a range of an array; {@code to} is excluded. */
    public static List<Long> encode(long[] ascending, int from, int to) {
        List<Long> deltas = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            deltas.add(i == from ? ascending[i] : ascending[i] - ascending[i - 1]);
        }
        return deltas;
    }

    public static List<Long> decode(List<Long> deltas) {
        long[] ids = deltas.stream().mapToLong(Long::longValue).toArray();
        Arrays.parallelPrefix(ids, Long::sum);
        return Arrays.stream(ids).boxed().toList();
    }

    /** Packs deltas into bytes for documents. */
    public static byte[] pack(List<Long> deltas) {
        var packed = new PackedNumbers();
        deltas.forEach(packed::add);
        return packed.appendTo(new byte[0]);
    }

    public static List<Long> decode(byte[] packed) {
        List<Long> deltas = new ArrayList<>();
        for (var cursor = new PackedNumbers.Cursor(packed); cursor.hasMore(); ) {
            deltas.add(cursor.next());
        }
        return decode(deltas);
    }
}
