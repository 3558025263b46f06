package encore.query.search.criteria;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * Remembers the fans that changed, in order, so that a cached result can be updated for them alone. Recording begins
 * when the version is read for the first time; from then on at most the last {@value #MAX_CHANGES} changes are kept.
 *
 * <p>Changes are recorded under the write lock of the fan index. Queries hold its read lock, many at a time, so they also
 * take the lock of this object.
 */
public final class FanChangeLog {

    private static final int MAX_CHANGES = 1 << 16;

    private int @Nullable [] fans;
    private int size;

    /** The number of changes before the first one that is still recorded. */
    private long discarded;

    // The last result of since(): all filters of one list ask for the same version.
    private long lastVersion = -1;
    private RoaringBitmap lastAnswer = new RoaringBitmap();

    /** Records a change of a fan; -1 stands for nobody. */
    public void markChanged(int fan) {
        if (fans == null || fan < 0) {
            return;
        }
        lastVersion = -1;
        if (size == MAX_CHANGES) {
            discard(MAX_CHANGES / 2);
        }
        if (size == fans.length) {
            fans = Arrays.copyOf(fans, size * 2);
        }
        fans[size++] = fan;
    }

    /** Records that any fan may have changed. */
    public void markAllChanged() {
        if (fans != null) {
            lastVersion = -1;
            discard(size);
            discarded++;
        }
    }

    private void discard(int count) {
        if (fans != null) {
            System.arraycopy(fans, count, fans, 0, size - count);
        }
        size -= count;
        discarded += count;
    }

    /** Returns the current version; the first call starts the recording. No thread records changes meanwhile. */
    synchronized long version() {
        if (fans == null) {
            fans = new int[64];
        }
        return discarded + size;
    }

    /** Returns the fans that changed since a version, or null if that can be any fan. */
    synchronized @Nullable RoaringBitmap changedSince(long version) {
        if (fans == null || version < discarded) {
            return null;
        }
        if (lastVersion != version) {
            lastAnswer = RoaringBitmap.bitmapOfUnordered(Arrays.copyOfRange(fans, (int) (version - discarded), size));
            lastVersion = version;
        }
        return lastAnswer;
    }
}
