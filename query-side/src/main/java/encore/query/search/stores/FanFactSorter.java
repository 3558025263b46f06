package encore.query.search.stores;

import encore.query.search.facts.FanBucket;
import encore.query.search.index.AccountFanIndex;
import encore.query.search.index.FanIndex;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Sorts facts that were read from documents by the numbers of their fans, one buffer at a time, and passes them on.
 * Documents come in no order, and a column of the index has megabytes: unsorted facts would touch memory all over it.
 */
final class FanFactSorter<F> {

    private static final int BUFFER_SIZE = 1 << 14;

    private final FanIndex fanIndex;
    private final Function<byte[], F> decoder;
    private final FactConsumer<F> consumer;
    private final FanBucket.FanEntry[] buffer = new FanBucket.FanEntry[BUFFER_SIZE];

    /** The number of the fan in the upper half, its place in the buffer in the lower half. */
    private final long[] order = new long[BUFFER_SIZE];

    private int size;

    /** Accepts the facts of a fan who is registered and not erased. */
    interface FactConsumer<F> {

        void accept(AccountFanIndex account, int fan, F facts);
    }

    FanFactSorter(FanIndex fanIndex, Function<byte[], F> decoder, FactConsumer<F> consumer) {
        this.fanIndex = fanIndex;
        this.decoder = decoder;
        this.consumer = consumer;
    }

    void add(FanBucket.FanEntry entry) {
        int fan = fanIndex.account(entry.account()).fans.find(entry.fanId());
        if (fan < 0) {
            return;
        }
        buffer[size] = entry;
        order[size] = (long) fan << Integer.SIZE | size;
        if (++size == BUFFER_SIZE) {
            flush();
        }
    }

    /** Passes on the facts that are still in the buffer. */
    void flush() {
        Arrays.sort(order, 0, size);
        for (int i = 0; i < size; i++) {
            FanBucket.FanEntry entry = buffer[(int) order[i]];
            consumer.accept(
                    fanIndex.account(entry.account()), (int) (order[i] >>> Integer.SIZE), decoder.apply(entry.facts()));
        }
        Arrays.fill(buffer, 0, size, null);
        size = 0;
    }
}
