package encore.query.search;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * The fans of whom something changed, one after the other, for whoever looks later. Nothing is written down before somebody
 * looked for the first time; then the last {@value #MOST} at most.
 */
final class Changes {

    private static final int MOST = 1 << 16;

    private int @Nullable [] fans;
    private int size;

    /** The count of changes ahead of the first that is written down. */
    private long forgotten;

    // What was asked last: all filters of a list ask the same.
    private long asked = -1;
    private RoaringBitmap answer = new RoaringBitmap();

    /** Something of this fan is another from now on; -1 is nobody. */
    void of(int fan) {
        if (fans == null || fan < 0) {
            return;
        }
        asked = -1;
        if (size == MOST) {
            forget(MOST / 2);
        }
        if (size == fans.length) {
            fans = Arrays.copyOf(fans, size * 2);
        }
        fans[size++] = fan;
    }

    /** So of any fan. */
    void ofAll() {
        if (fans != null) {
            asked = -1;
            forget(size);
            forgotten++;
        }
    }

    private void forget(int first) {
        if (fans != null) {
            System.arraycopy(fans, first, fans, 0, size - first);
        }
        size -= first;
        forgotten += first;
    }

    /** How far it is; from the first call on changes are written down. Whoever writes does not meanwhile. */
    synchronized long now() {
        if (fans == null) {
            fans = new int[64];
        }
        return forgotten + size;
    }

    /** Those of whom something changed since; null when it can be anybody. */
    synchronized @Nullable RoaringBitmap since(long then) {
        if (fans == null || then < forgotten) {
            return null;
        }
        if (asked != then) {
            answer = RoaringBitmap.bitmapOfUnordered(Arrays.copyOfRange(fans, (int) (then - forgotten), size));
            asked = then;
        }
        return answer;
    }
}
