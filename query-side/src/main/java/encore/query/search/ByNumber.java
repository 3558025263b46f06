package encore.query.search;

import java.util.Arrays;
import java.util.function.Function;

/**
 * Brings what is read of fans into the order of their numbers, portion by portion. Documents are in no order, and what is kept
 * by number is megabytes: each fan by itself would be looked for all over them.
 */
final class ByNumber<F> {

    private static final int PORTION = 1 << 14;

    private final FansInMemory memory;
    private final Function<byte[], F> read;
    private final Each<F> each;
    private final FanPack.OfFan[] portion = new FanPack.OfFan[PORTION];

    /** A fan's number, and behind it the place in the portion. */
    private final long[] order = new long[PORTION];

    private int size;

    /** Is told of a fan that lives. */
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

    /** Tells of those that were not told of yet. */
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
