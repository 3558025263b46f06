package encore.query.points.boards;

import encore.query.image.MemoryImage;
import encore.query.memory.LongIndex;

/** All fans of an account that ever registered, erased ones included. */
final class RegisteredFans implements RowSink.InMemoryRows {

    private static final int EMPTY_BYTES = 300;
    private static final int BYTES_PER_FAN = 28;

    private final LongIndex fans = new LongIndex();

    @Override
    public void transfer(MemoryImage memoryImage) {
        fans.transfer(memoryImage);
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
        return EMPTY_BYTES + (long) BYTES_PER_FAN * fans.size();
    }
}
