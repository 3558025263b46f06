package encore.infra.eventstore.index;

import encore.infra.eventstore.keys.DurableFiles;
import encore.infra.eventstore.keys.OwnerOnlyFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Writes the file of a range from entries in ascending order. The file gets its name after it is complete and synced.
 */
final class RunWriter implements AutoCloseable {

    /**
     * The number of blocks after which the file is synced, so that the log's own syncs never wait for all of a large
     * file.
     */
    private static final int BLOCKS_PER_SYNC = 2_048;

    private final Path file;
    private final Path unfinished;
    private final PositionRange positionRange;
    private final byte[] head;
    private final FileChannel channel;
    private final BloomFilter bloomFilter;
    private final CRC32C sum = new CRC32C();
    private final ByteBuffer block = ByteBuffer.allocate(SortedRun.BLOCK);
    private long[] fences = new long[512];
    private int blocks;
    private int inBlock;
    private long count;
    private long keys;
    private long lastHigh;

    /**
     * Begins to write a file.
     *
     * @param head the hash of the log's head after the commit that contains the range's last position
     * @param keys the greatest possible number of different upper halves
     */
    RunWriter(Path directory, PositionRange positionRange, byte[] head, long keys) throws IOException {
        this.file = directory.resolve(positionRange.fileName());
        this.unfinished = directory.resolve(positionRange.fileName() + ".tmp");
        this.positionRange = positionRange;
        this.head = head;
        this.bloomFilter = BloomFilter.forKeys(keys);
        OwnerOnlyFiles.createFile(unfinished);
        this.channel = FileChannel.open(
                unfinished, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    void add(long high, long low, long position) throws IOException {
        if (count == 0 || high != lastHigh) {
            bloomFilter.add(high);
            keys++;
            lastHigh = high;
        }
        if (inBlock == 0) {
            if (fences.length < 2 * (blocks + 1)) {
                fences = Arrays.copyOf(fences, fences.length * 2);
            }
            fences[2 * blocks] = high;
            fences[2 * blocks + 1] = low;
        }
        block.putLong(high).putLong(low).putLong(position);
        count++;
        if (++inBlock == SortedRun.ENTRIES_PER_BLOCK) {
            endBlock();
        }
    }

    private void endBlock() throws IOException {
        while (block.position() < SortedRun.BLOCK_SUM) {
            block.put((byte) 0);
        }
        block.putInt(SortedRun.sum(block.array()));
        write(block.flip());
        block.clear();
        inBlock = 0;
        if (++blocks % BLOCKS_PER_SYNC == 0) {
            channel.force(false);
        }
    }

    /**
     * Writes the end of the file: the blocks' first keys, the filter, the range and counts, and a checksum of all of
     * these.
     */
    SortedRun finish() throws IOException {
        if (inBlock > 0) {
            endBlock();
        }
        ByteBuffer end =
                ByteBuffer.allocate(Math.toIntExact(16L * blocks + 8L * bloomFilter.words.length + SortedRun.FOOTER));
        for (int i = 0; i < 2 * blocks; i++) {
            end.putLong(fences[i]);
        }
        for (long word : bloomFilter.words) {
            end.putLong(word);
        }
        end.putLong(SortedRun.MAGIC).putLong(positionRange.level()).putLong(positionRange.number());
        end.putLong(count).putLong(keys).putLong(bloomFilter.words.length).put(head);
        sum.update(end.array(), 0, end.position());
        end.putLong(sum.getValue());
        write(end.flip());
        channel.force(true);
        channel.close();
        DurableFiles.replace(file, unfinished);
        return SortedRun.open(file, positionRange);
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Closes the file. The next start deletes a file that was not finished. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
