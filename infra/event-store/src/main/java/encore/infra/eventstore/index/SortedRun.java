package encore.infra.eventstore.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A file with the sorted entries of a range. It never changes. It consists of blocks with a checksum each, whose first
 * keys are in memory.
 */
final class SortedRun implements SortedEntries {

    static final int BLOCK = 4_096;
    static final int ENTRY = 24;
    static final int ENTRIES_PER_BLOCK = 170;
    static final int BLOCK_SUM = BLOCK - 4;
    static final int FOOTER = 6 * 8 + 32 + 8;
    static final long MAGIC = 0x656e636f72653031L;

    final PositionRange positionRange;
    final Path file;
    final byte[] head;
    final long count;
    final long keys;
    private final FileChannel channel;
    private final long[] fences;
    private final BloomFilter bloomFilter;

    private SortedRun(
            Path file,
            PositionRange positionRange,
            FileChannel channel,
            long count,
            long keys,
            byte[] head,
            long[] fences,
            BloomFilter bloomFilter) {
        this.file = file;
        this.positionRange = positionRange;
        this.channel = channel;
        this.count = count;
        this.keys = keys;
        this.head = head;
        this.fences = fences;
        this.bloomFilter = bloomFilter;
    }

    /** @throws DamagedIndexFile when the file belongs to another range or its footer shows damage */
    static SortedRun open(Path file, PositionRange positionRange) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            return open(file, positionRange, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static SortedRun open(Path file, PositionRange positionRange, FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < FOOTER) {
            throw new DamagedIndexFile(file + " is cut");
        }
        ByteBuffer footer = read(channel, file, size - FOOTER, FOOTER);
        long magic = footer.getLong();
        PositionRange named = new PositionRange((int) footer.getLong(), footer.getLong());
        long count = footer.getLong();
        long keys = footer.getLong();
        long words = footer.getLong();
        byte[] head = new byte[32];
        footer.get(head);
        long sum = footer.getLong();
        long blocks = Math.ceilDiv(count, ENTRIES_PER_BLOCK);
        // The numbers are bounded before they are multiplied: in a damaged file they may be anything.
        if (magic != MAGIC
                || !named.equals(positionRange)
                || count < 0
                || count > size
                || words < 1
                || words > size
                || size != blocks * (BLOCK + 16) + words * 8 + FOOTER) {
            throw new DamagedIndexFile(file + " is not what was written");
        }
        ByteBuffer end = read(channel, file, blocks * BLOCK, Math.toIntExact(size - blocks * BLOCK));
        CRC32C crc = new CRC32C();
        crc.update(end.array(), 0, end.limit() - 8);
        if (crc.getValue() != sum) {
            throw new DamagedIndexFile(file + " is not what was written");
        }
        return new SortedRun(
                file,
                positionRange,
                channel,
                count,
                keys,
                head,
                longs(end, Math.toIntExact(2 * blocks)),
                new BloomFilter(longs(end, Math.toIntExact(words))));
    }

    private static long[] longs(ByteBuffer from, int count) {
        long[] read = new long[count];
        for (int i = 0; i < count; i++) {
            read[i] = from.getLong();
        }
        return read;
    }

    private static ByteBuffer read(FileChannel channel, Path file, long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, at + bytes.position()) < 0) {
                throw new DamagedIndexFile(file + " is cut");
            }
        }
        return bytes.flip();
    }

    static int sum(byte[] block) {
        CRC32C sum = new CRC32C();
        sum.update(block, 0, BLOCK_SUM);
        return (int) sum.getValue();
    }

    int blocks() {
        return fences.length / 2;
    }

    ByteBuffer block(int number) throws IOException {
        ByteBuffer block = read(channel, file, (long) number * BLOCK, BLOCK);
        if (block.getInt(BLOCK_SUM) != sum(block.array())) {
            throw new DamagedIndexFile(file + " is not what was written, in block " + number);
        }
        return block;
    }

    int entriesIn(int block) {
        return (int) Math.min(ENTRIES_PER_BLOCK, count - (long) block * ENTRIES_PER_BLOCK);
    }

    static IndexEntry entry(ByteBuffer block, int number) {
        int at = number * ENTRY;
        return new IndexEntry(block.getLong(at), block.getLong(at + 8), block.getLong(at + 16));
    }

    @Override
    public boolean mayContain(long high) {
        return bloomFilter.mayContain(high);
    }

    @Override
    public void ascend(IndexEntry from, EntryVisitor visitor) throws IOException, SQLException {
        if (!mayContain(from.high())) {
            return;
        }
        int start = lastBlockBefore(from.high(), from.low());
        for (int number = start; number < blocks(); number++) {
            ByteBuffer block = block(number);
            for (int i = number == start ? lowerBound(block, entriesIn(number), from) : 0; i < entriesIn(number); i++) {
                IndexEntry indexEntry = entry(block, i);
                if (indexEntry.high() != from.high() || !visitor.visit(indexEntry)) {
                    return;
                }
            }
        }
    }

    @Override
    public void descend(long high, EntryVisitor visitor) throws IOException, SQLException {
        if (!mayContain(high)) {
            return;
        }
        IndexEntry beyond = new IndexEntry(high, Long.MAX_VALUE, Long.MAX_VALUE);
        int start = lastBlockBefore(high, Long.MAX_VALUE);
        for (int number = start; number >= 0; number--) {
            ByteBuffer block = block(number);
            int behind = number == start ? lowerBound(block, entriesIn(number), beyond) : entriesIn(number);
            for (int i = behind - 1; i >= 0; i--) {
                IndexEntry indexEntry = entry(block, i);
                if (indexEntry.high() != high || !visitor.visit(indexEntry)) {
                    return;
                }
            }
        }
    }

    /** Returns the last block whose first key is less: entries of the key may begin there. */
    private int lastBlockBefore(long high, long low) {
        int from = 0;
        int to = blocks();
        while (from < to) {
            int middle = (from + to) >>> 1;
            long fence = fences[2 * middle];
            if (fence < high || fence == high && fences[2 * middle + 1] < low) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return Math.max(0, from - 1);
    }

    private static int lowerBound(ByteBuffer block, int entries, IndexEntry wanted) {
        int from = 0;
        int to = entries;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (entry(block, middle).compareTo(wanted) < 0) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /** Reads and checks all blocks. */
    void check() throws IOException {
        for (int number = 0; number < blocks(); number++) {
            block(number);
        }
    }

    boolean endsWithHead(byte[] otherHead) {
        return Arrays.equals(head, otherHead);
    }

    void close() throws IOException {
        channel.close();
    }
}
