package encore.query.search;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * Remembers the fans that changed, in order, so that a cached result can be updated for them alone. Recording begins
 * when the version is read for the first time; from then on at most the last {@value #MOST} changes are kept.
 */
final class Changes {

    private static final int MOST = 1 << 16;

    private int @Nullable [] fans;
    private int size;

    /** The number of changes before the first one that is still recorded. */
    private long forgotten;

    // The last result of since(): all filters of one list ask for the same version.
    private long asked = -1;
    private RoaringBitmap answer = new RoaringBitmap();

    /** Records a change of a fan; -1 stands for nobody. */
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

    /** Records that any fan may have changed. */
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

    /** Returns the current version; the first call starts the recording. No thread records changes meanwhile. */
    synchronized long now() {
        if (fans == null) {
            fans = new int[64];
        }
        return forgotten + size;
    }

    /** Returns the fans that changed since a version, or null if that can be any fan. */
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
