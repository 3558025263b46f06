package encore.query.search;

import org.roaringbitmap.RoaringBitmap;

/** One thing that is so or not of each fan. */
final class Flags {

    private final RoaringBitmap set = new RoaringBitmap();

    boolean get(int fan) {
        return set.contains(fan);
    }

    void set(int fan, boolean so) {
        if (so) {
            set.add(fan);
        } else {
            set.remove(fan);
        }
    }

    RoaringBitmap set() {
        return set;
    }
}
