package encore.query.search.columns;

import encore.query.image.MemoryImage;
import org.roaringbitmap.RoaringBitmap;

/** A flag of each fan, as the set of the fans who have it. */
public final class FanFlags implements MemoryImage.Imageable {

    private final RoaringBitmap set = new RoaringBitmap();

    @Override
    public void transfer(MemoryImage memoryImage) {
        memoryImage.bitmap(set);
    }

    public boolean get(int fan) {
        return set.contains(fan);
    }

    public void set(int fan, boolean value) {
        if (value) {
            set.add(fan);
        } else {
            set.remove(fan);
        }
    }

    public RoaringBitmap set() {
        return set;
    }
}
