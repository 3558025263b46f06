package encore.query.search;

import encore.query.image.Image;
import org.roaringbitmap.RoaringBitmap;

/** A flag of each fan, as the set of the fans who have it. */
final class Flags implements Image.Parts {

    private final RoaringBitmap set = new RoaringBitmap();

    @Override
    public void image(Image image) {
        image.set(set);
    }

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
