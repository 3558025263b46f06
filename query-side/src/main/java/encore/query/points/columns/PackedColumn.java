package encore.query.points.columns;

import encore.query.image.MemoryImage;
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
public final class PackedColumn implements MemoryImage.Imageable {

    static final int BITS = 14;
    static final int PAGE = 1 << BITS;
    private static final int LAST = PAGE - 1;
    private static final int INITIAL_CAPACITY = 8;

    /** Replaced when a page becomes full, never modified, so that a snapshot may share it. */
    private Page[] fullPages;

    private long[] openPage;
    private int openSize;
    private long packedBytes;

    public PackedColumn() {
        this(new Page[0], new long[INITIAL_CAPACITY]);
    }

    private PackedColumn(Page[] full, long[] open) {
        this.fullPages = full;
        this.openPage = open;
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        List<Page> all = new ArrayList<>(List.of(fullPages));
        memoryImage.elements(all, page -> Page.transfer(page, memoryImage));
        fullPages = all.toArray(Page[]::new);
        openPage = memoryImage.longs(openPage);
        openSize = memoryImage.number(openSize);
        packedBytes = memoryImage.number(packedBytes);
    }

    public long get(int row) {
        int page = row >> BITS;
        return page < fullPages.length ? fullPages[page].get(row & LAST) : openPage[row & LAST];
    }

    public void add(long value) {
        if (openSize == openPage.length) {
            openPage = Arrays.copyOf(openPage, 2 * openSize);
        }
        openPage[openSize++] = value;
        if (openSize == PAGE) {
            fullPages = Arrays.copyOf(fullPages, fullPages.length + 1);
            fullPages[fullPages.length - 1] = Page.of(openPage);
            packedBytes += fullPages[fullPages.length - 1].packed.length;
            openPage = new long[INITIAL_CAPACITY];
            openSize = 0;
        }
    }

    /** Returns a view of the current rows, which may be read while others are appended. */
    public PackedColumn snapshot() {
        return new PackedColumn(fullPages, openPage);
    }

    /** Returns the bytes of its numbers, without some dozens of bytes of overhead for each page. */
    public long bytes() {
        return 8L * openPage.length + packedBytes;
    }

    /**
     * A full page, which never changes.
     *
     * @param packed the difference of each number to the least, in {@code bits} bits each
     */
    private record Page(long least, int bits, long mask, byte[] packed) {

        private static final Page NONE = new Page(0, 0, 0, new byte[0]);

        private static final VarHandle LONG_VIEW =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

        /**
         * A number that begins within a byte is read together with the seven bytes after it, which leaves so many bits.
         */
        private static final int MAX_PACKED_BITS = Long.SIZE - Byte.SIZE + 1;

        static Page transfer(@Nullable Page now, MemoryImage memoryImage) {
            Page page = now == null ? NONE : now;
            return new Page(
                    memoryImage.number(page.least),
                    memoryImage.number(page.bits),
                    memoryImage.number(page.mask),
                    memoryImage.bytes(page.packed));
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
            bits = bits > MAX_PACKED_BITS ? Long.SIZE : bits;
            byte[] packed = new byte[(int) (((long) bits * values.length + 7) / 8) + Long.BYTES];
            for (int row = 0; row < values.length; row++) {
                int at = row * bits;
                long existing = (long) LONG_VIEW.get(packed, at >> 3);
                LONG_VIEW.set(packed, at >> 3, existing | (values[row] - least) << (at & 7));
            }
            return new Page(least, bits, bits == 0 ? 0 : -1L >>> (Long.SIZE - bits), packed);
        }

        long get(int row) {
            int at = row * bits;
            return least + ((long) LONG_VIEW.get(packed, at >> 3) >>> (at & 7) & mask);
        }
    }
}
