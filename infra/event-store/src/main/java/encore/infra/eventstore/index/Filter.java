package encore.infra.eventstore.index;

/** A Bloom filter over the keys of a file, with ten bits for each key. */
final class Filter {

    private static final int BITS_A_KEY = 10;
    private static final int PROBES = 6;

    final long[] words;

    Filter(long[] words) {
        this.words = words;
    }

    static Filter forKeys(long keys) {
        return new Filter(new long[Math.toIntExact(Math.max(1, (keys * BITS_A_KEY + 63) / 64))]);
    }

    void add(long key) {
        long step = step(key);
        for (int i = 0; i < PROBES; i++) {
            long bit = bit(key + i * step);
            words[(int) (bit >>> 6)] |= 1L << bit;
        }
    }

    boolean mayHold(long key) {
        long step = step(key);
        for (int i = 0; i < PROBES; i++) {
            long bit = bit(key + i * step);
            if ((words[(int) (bit >>> 6)] & 1L << bit) == 0) {
                return false;
            }
        }
        return true;
    }

    private long bit(long hash) {
        return Math.unsignedMultiplyHigh(hash, words.length * 64L);
    }

    private static long step(long key) {
        long mixed = (key ^ key >>> 32) * 0x9E3779B97F4A7C15L;
        return (mixed ^ mixed >>> 29) | 1;
    }
}
