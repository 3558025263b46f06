package encore.query.search;

import encore.query.projection.PackedNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Delta encoding of ascending ids, as in events of snapshots: the first id, then each difference to the one before. */
final class Gaps {

    private Gaps() {}

    /** Encodes a range of an array; {@code to} is excluded. */
    static List<Long> of(long[] ascending, int from, int to) {
        List<Long> gaps = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            gaps.add(i == from ? ascending[i] : ascending[i] - ascending[i - 1]);
        }
        return gaps;
    }

    static List<Long> ids(List<Long> gaps) {
        long[] ids = gaps.stream().mapToLong(Long::longValue).toArray();
        Arrays.parallelPrefix(ids, Long::sum);
        return Arrays.stream(ids).boxed().toList();
    }

    /** Packs deltas into bytes for documents. */
    static byte[] packed(List<Long> gaps) {
        var packed = new PackedNumbers();
        gaps.forEach(packed::add);
        return packed.behind(new byte[0]);
    }

    static List<Long> ids(byte[] packed) {
        List<Long> gaps = new ArrayList<>();
        for (var cursor = new PackedNumbers.Cursor(packed); cursor.hasMore(); ) {
            gaps.add(cursor.next());
        }
        return ids(gaps);
    }
}
