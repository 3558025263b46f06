package encore.query.search;

import encore.query.projection.PackedNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Ascending ids as snapshots tell them: the first one, and then how much greater the next one is. */
final class Gaps {

    private Gaps() {}

    /** Those from one place of an array to another. */
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

    /** The gaps in bytes, for documents. */
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
