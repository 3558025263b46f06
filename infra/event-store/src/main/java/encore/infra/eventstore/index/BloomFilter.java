package encore.infra.eventstore.index;

/** A Bloom filter over the keys of a file, with ten bits for each key. */
final class BloomFilter {

    private static final int BITS_PER_KEY = 10;
    private static final int PROBES = 6;

    final long[] words;

    BloomFilter(long[] words) {
        this.words = words;
    }

    static BloomFilter forKeys(long keys) {
        return new BloomFilter(new long[Math.toIntExact(Math.max(1, (keys * BITS_PER_KEY + 63) / 64))]);
    }

    void add(long key) {
        long step = step(key);
        for (int i = 0; i < PROBES; i++) {
            long bit = bit(key + i * step);
            words[(int) (bit >>> 6)] |= 1L << bit;
        }
    }

    boolean mayContain(long key) {
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
