package encore.query.search;

import java.util.Arrays;

/** A column of small numbers, or of numbers of values; 0 where nothing was said. */
final class Ints {

    private int[] values = new int[8];

    int get(int fan) {
        return fan < values.length ? values[fan] : 0;
    }

    void set(int fan, int value) {
        if (fan >= values.length) {
            values = Arrays.copyOf(values, fan + (fan >> 2) + 8);
        }
        values[fan] = value;
    }
}
