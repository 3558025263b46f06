package encore.query.search;

import java.util.Arrays;

/** A column: a number for each fan. */
final class Longs {

    private long[] values = new long[8];

    long get(int fan) {
        return fan < values.length ? values[fan] : 0;
    }

    void set(int fan, long value) {
        if (fan >= values.length) {
            values = Arrays.copyOf(values, fan + (fan >> 2) + 8);
        }
        values[fan] = value;
    }
}
