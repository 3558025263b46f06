package encore.query.points;

import encore.query.image.Image;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An append-only column of numbers. A full page stores each number as its difference to the least number of the page,
 * in as many bits as the greatest difference needs. Only the last page is ever copied, however long the column is.
 */
final class PackedColumn implements Image.Parts {

    static final int BITS = 14;
    static final int PAGE = 1 << BITS;
    private static final int LAST = PAGE - 1;
    private static final int SMALL = 8;

    /** Replaced when a page becomes full, never modified, so that a snapshot may share it. */
    private Page[] full;

    private long[] open;
    private int used;
    private long packed;

    PackedColumn() {
        this(new Page[0], new long[SMALL]);
    }

    private PackedColumn(Page[] full, long[] open) {
        this.full = full;
        this.open = open;
    }

    @Override
    public void image(Image image) {
        List<Page> all = new ArrayList<>(List.of(full));
        image.all(all, page -> Page.imaged(page, image));
        full = all.toArray(Page[]::new);
        open = image.longs(open);
        used = image.number(used);
        packed = image.number(packed);
    }

    long get(int row) {
        int page = row >> BITS;
        return page < full.length ? full[page].get(row & LAST) : open[row & LAST];
    }

    void add(long value) {
        if (used == open.length) {
            open = Arrays.copyOf(open, 2 * used);
        }
        open[used++] = value;
        if (used == PAGE) {
            full = Arrays.copyOf(full, full.length + 1);
            full[full.length - 1] = Page.of(open);
            packed += full[full.length - 1].packed.length;
            open = new long[SMALL];
            used = 0;
        }
    }

    /** Returns a view of the current rows, which may be read while others are appended. */
    PackedColumn asItIs() {
        return new PackedColumn(full, open);
    }

    /** Returns the bytes of its numbers, without some dozens of bytes of overhead for each page. */
    long bytes() {
        return 8L * open.length + packed;
    }

    /**
     * A full page, which never changes.
     *
     * @param packed the difference of each number to the least, in {@code bits} bits each
     */
    private record Page(long least, int bits, long mask, byte[] packed) {

        private static final Page NONE = new Page(0, 0, 0, new byte[0]);

        private static final VarHandle LONG =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

        /**
         * A number that begins within a byte is read together with the seven bytes after it, which leaves so many bits.
         */
        private static final int MOST = Long.SIZE - Byte.SIZE + 1;

        static Page imaged(@Nullable Page now, Image image) {
            Page page = now == null ? NONE : now;
            return new Page(
                    image.number(page.least),
                    image.number(page.bits),
                    image.number(page.mask),
                    image.bytes(page.packed));
        }

        static Page of(long[] values) {
            long least = values[0];
            long most = values[0];
            for (long value : values) {
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
            // As an unsigned number the difference of any two is right.
            int bits = Long.SIZE - Long.numberOfLeadingZeros(most - least);
            bits = bits > MOST ? Long.SIZE : bits;
            byte[] packed = new byte[(int) (((long) bits * values.length + 7) / 8) + Long.BYTES];
            for (int row = 0; row < values.length; row++) {
                int at = row * bits;
                long there = (long) LONG.get(packed, at >> 3);
                LONG.set(packed, at >> 3, there | (values[row] - least) << (at & 7));
            }
            return new Page(least, bits, bits == 0 ? 0 : -1L >>> (Long.SIZE - bits), packed);
        }

        long get(int row) {
            int at = row * bits;
            return least + ((long) LONG.get(packed, at >> 3) >>> (at & 7) & mask);
        }
    }
}
