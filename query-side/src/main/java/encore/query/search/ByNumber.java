package encore.query.search;

import java.util.Arrays;
import java.util.function.Function;

/**
 * Sorts facts that were read from documents by the numbers of their fans, one buffer at a time, and passes them on.
 * Documents come in no order, and a column of the index has megabytes: unsorted facts would touch memory all over it.
 */
final class ByNumber<F> {

    private static final int PORTION = 1 << 14;

    private final FansInMemory memory;
    private final Function<byte[], F> read;
    private final Each<F> each;
    private final FanPack.OfFan[] portion = new FanPack.OfFan[PORTION];

    /** The number of the fan in the upper half, its place in the buffer in the lower half. */
    private final long[] order = new long[PORTION];

    private int size;

    /** Accepts the facts of a fan who is registered and not erased. */
    interface Each<F> {

        void of(FansOfAccount account, int fan, F facts);
    }

    ByNumber(FansInMemory memory, Function<byte[], F> read, Each<F> each) {
        this.memory = memory;
        this.read = read;
        this.each = each;
    }

    void add(FanPack.OfFan one) {
        int fan = memory.account(one.account()).fans.find(one.fanId());
        if (fan < 0) {
            return;
        }
        portion[size] = one;
        order[size] = (long) fan << Integer.SIZE | size;
        if (++size == PORTION) {
            end();
        }
    }

    /** Passes on the facts that are still in the buffer. */
    void end() {
        Arrays.sort(order, 0, size);
        for (int i = 0; i < size; i++) {
            FanPack.OfFan one = portion[(int) order[i]];
            each.of(memory.account(one.account()), (int) (order[i] >>> Integer.SIZE), read.apply(one.facts()));
        }
        Arrays.fill(portion, 0, size, null);
        size = 0;
    }
}
