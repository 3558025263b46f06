package encore.query.projection;

/** Numbers a set of longs from 0 on, in the order they come: 24 bytes each, where a HashMap needs about 90. */
public final class LongIndex {

    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private long[] keys = new long[8];
    /** One more than the number; 0 where a place is free. */
    private int[] numbers = new int[8];

    private int size;

    public int size() {
        return size;
    }

    /** The number of a key, or -1. */
    public int find(long key) {
        int place = place(key);
        return numbers[place] - 1;
    }

    /** The number of a key, a new one if need be. */
    public int add(long key) {
        int place = place(key);
        if (numbers[place] != 0) {
            return numbers[place] - 1;
        }
        keys[place] = key;
        numbers[place] = ++size;
        if (size * 5L > keys.length * 3L) {
            grow();
        }
        return size - 1;
    }

    /** Finds where the key is, or the free place where it belongs. */
    private int place(long key) {
        int mask = keys.length - 1;
        int place = (int) ((key * GOLDEN) >>> 32) & mask;
        while (numbers[place] != 0 && keys[place] != key) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldNumbers = numbers;
        keys = new long[oldKeys.length * 2];
        numbers = new int[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldNumbers[i] != 0) {
                int place = place(oldKeys[i]);
                keys[place] = oldKeys[i];
                numbers[place] = oldNumbers[i];
            }
        }
    }
}
