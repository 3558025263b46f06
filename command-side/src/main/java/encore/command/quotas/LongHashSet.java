package encore.command.quotas;

import java.util.Arrays;

/** A growing set of 64-bit hashes in one array; 11 to 22 bytes for each. Used by one thread at a time. */
final class LongHashSet {

    private static final int SMALLEST = 16;

    /** Zero means that a place is free. The hash 0 is stored as 1. */
    private long[] places = new long[SMALLEST];

    private int size;

    boolean contains(long hash) {
        return places[place(places, stored(hash))] != 0;
    }

    /** Adds a hash; returns whether it was not there. */
    boolean add(long hash) {
        long stored = stored(hash);
        int place = place(places, stored);
        if (places[place] != 0) {
            return false;
        }
        places[place] = stored;
        size++;
        if (4L * size > 3L * places.length) {
            grow();
        }
        return true;
    }

    int size() {
        return size;
    }

    /** Returns the hashes in no order. */
    long[] toArray() {
        return Arrays.stream(places).filter(stored -> stored != 0).toArray();
    }

    private void grow() {
        long[] larger = new long[places.length * 2];
        for (long stored : places) {
            if (stored != 0) {
                larger[place(larger, stored)] = stored;
            }
        }
        places = larger;
    }

    private static long stored(long hash) {
        return hash == 0 ? 1 : hash;
    }

    /** Returns the place of a hash, or the free place for it. */
    private static int place(long[] places, long stored) {
        int mask = places.length - 1;
        int place = (int) (stored ^ (stored >>> 32)) & mask;
        while (places[place] != 0 && places[place] != stored) {
            place = (place + 1) & mask;
        }
        return place;
    }
}
