package encore.query.points;

import encore.query.image.Image;
import encore.query.projection.LongIndex;

/** All fans of an account that ever registered, erased ones included. */
final class JoinedFans implements Rows.Made {

    private static final int BYTES = 300;
    private static final int BYTES_OF_ONE = 28;

    private final LongIndex fans = new LongIndex();

    @Override
    public void image(Image image) {
        fans.image(image);
    }

    @Override
    public void add(long fan, long count, int day, long position) {
        fans.add(fan);
    }

    boolean has(long fan) {
        return fans.find(fan) >= 0;
    }

    @Override
    public long bytes() {
        return BYTES + (long) BYTES_OF_ONE * fans.size();
    }
}
