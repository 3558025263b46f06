package encore.query.search;

import encore.query.image.Image;
import org.roaringbitmap.RoaringBitmap;

/** One thing that is so or not of each fan. */
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
