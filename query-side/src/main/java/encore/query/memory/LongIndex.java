package encore.query.memory;

import encore.query.image.MemoryImage;
import java.util.ArrayList;
import java.util.List;

/**
 * Assigns the numbers 0, 1, 2 ... to longs in the order of their addition. It takes 24 bytes for each, where a HashMap
 * needs about 90. A large index consists of parts that grow one by one, so readers that wait for the writer only wait
 * for a small part to be copied.
 */
public final class LongIndex implements MemoryImage.Imageable {

    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final int DIVIDE_AT = 1 << 15;
    private static final int PART_BITS = 8;

    private Part[] parts = {new Part(8)};
    private int size;

    @Override
    public void transfer(MemoryImage memoryImage) {
        size = memoryImage.number(size);
        List<Part> all = new ArrayList<>(List.of(parts));
        memoryImage.elements(all, memoryImage.objects(() -> new Part(1)));
        parts = all.toArray(Part[]::new);
    }

    public int size() {
        return size;
    }

    /** Returns the number of a key, or -1. */
    public int find(long key) {
        long mixed = key * GOLDEN;
        Part part = part(mixed);
        return part.numbers[part.slot(key, mixed)] - 1;
    }

    /** Returns the number of a key, and assigns a new one if it has none. */
    public int add(long key) {
        long mixed = key * GOLDEN;
        Part part = part(mixed);
        int place = part.slot(key, mixed);
        if (part.numbers[place] != 0) {
            return part.numbers[place] - 1;
        }
        part.put(place, key, ++size);
        if (size == DIVIDE_AT) {
            divide();
        }
        return size - 1;
    }

    private Part part(long mixed) {
        return parts.length == 1 ? parts[0] : parts[(int) (mixed >>> (Long.SIZE - PART_BITS))];
    }

    private void divide() {
        Part whole = parts[0];
        parts = new Part[1 << PART_BITS];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new Part(2 * DIVIDE_AT >> PART_BITS);
        }
        for (int i = 0; i < whole.keys.length; i++) {
            if (whole.numbers[i] != 0) {
                long mixed = whole.keys[i] * GOLDEN;
                Part part = part(mixed);
                part.put(part.slot(whole.keys[i], mixed), whole.keys[i], whole.numbers[i]);
            }
        }
    }

    /** One hash table of the index. */
    private static final class Part implements MemoryImage.Imageable {

        private long[] keys;
        /** The number plus one; 0 marks a free slot. */
        private int[] numbers;

        private int used;

        Part(int room) {
            keys = new long[room];
            numbers = new int[room];
        }

        @Override
        public void transfer(MemoryImage memoryImage) {
            keys = memoryImage.longs(keys);
            numbers = memoryImage.ints(numbers);
            used = memoryImage.number(used);
        }

        /** Returns the slot of the key, or the free slot where it belongs. */
        int slot(long key, long mixed) {
            int mask = keys.length - 1;
            int place = (int) (mixed >>> 32) & mask;
            while (numbers[place] != 0 && keys[place] != key) {
                place = (place + 1) & mask;
            }
            return place;
        }

        void put(int place, long key, int number) {
            keys[place] = key;
            numbers[place] = number;
            if (++used * 5L > keys.length * 3L) {
                grow();
            }
        }

        private void grow() {
            long[] oldKeys = keys;
            int[] oldNumbers = numbers;
            keys = new long[oldKeys.length * 2];
            numbers = new int[oldKeys.length * 2];
            for (int i = 0; i < oldKeys.length; i++) {
                if (oldNumbers[i] != 0) {
                    int place = slot(oldKeys[i], oldKeys[i] * GOLDEN);
                    keys[place] = oldKeys[i];
                    numbers[place] = oldNumbers[i];
                }
            }
        }
    }
}
