package encore.query.points.boards;

import encore.query.image.MemoryImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Ranks entries by points, highest first; of equals the one who reached them first leads. It keeps sorted blocks of a
 * few hundred entries: a change shifts part of one block, and a rank adds up the sizes of the blocks before it. Among a
 * million entries that takes a few microseconds, and 12 bytes an entry plus some room to grow.
 */
final class RankIndex implements MemoryImage.Imageable {

    private static final int BLOCK_SIZE = 512;

    private Block[] blocks = {new Block(4)};
    private int count = 1;
    private int size;

    private static final class Block implements MemoryImage.Imageable {

        private long[] points;
        private int[] since;
        private int size;

        Block(int room) {
            points = new long[room];
            since = new int[room];
        }

        @Override
        public void transfer(MemoryImage memoryImage) {
            points = memoryImage.longs(points);
            since = memoryImage.ints(since);
            size = memoryImage.number(size);
        }

        /** Counts the entries of this block before the given one. */
        int countBefore(long otherPoints, int otherSince) {
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (isBefore(points[middle], since[middle], otherPoints, otherSince)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        void insert(int place, long newPoints, int newSince) {
            if (size == points.length) {
                points = Arrays.copyOf(points, Math.min(BLOCK_SIZE, size * 2));
                since = Arrays.copyOf(since, points.length);
            }
            System.arraycopy(points, place, points, place + 1, size - place);
            System.arraycopy(since, place, since, place + 1, size - place);
            points[place] = newPoints;
            since[place] = newSince;
            size++;
        }

        void remove(int place) {
            size--;
            System.arraycopy(points, place + 1, points, place, size - place);
            System.arraycopy(since, place + 1, since, place, size - place);
        }

        Block splitInHalf() {
            int half = size / 2;
            Block rest = new Block(BLOCK_SIZE);
            rest.size = size - half;
            System.arraycopy(points, half, rest.points, 0, rest.size);
            System.arraycopy(since, half, rest.since, 0, rest.size);
            size = half;
            return rest;
        }
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        List<Block> all = new ArrayList<>(Arrays.asList(blocks).subList(0, count));
        memoryImage.elements(all, memoryImage.objects(() -> new Block(0)));
        blocks = all.toArray(Block[]::new);
        count = blocks.length;
        size = memoryImage.number(size);
    }

    int size() {
        return size;
    }

    /**
     * Adds an entry.
     *
     * @param since when these points were reached; unique among all entries
     */
    void add(long points, int since) {
        int at = findBlock(points, since);
        Block block = blocks[at];
        if (block.size == BLOCK_SIZE) {
            insertBlock(at + 1, block.splitInHalf());
            Block second = blocks[at + 1];
            block = isBefore(second.points[0], second.since[0], points, since) ? second : block;
        }
        block.insert(block.countBefore(points, since), points, since);
        size++;
    }

    /** Removes an entry. */
    void remove(long points, int since) {
        int at = findBlock(points, since);
        Block block = blocks[at];
        int place = block.countBefore(points, since);
        if (place == block.size || block.points[place] != points || block.since[place] != since) {
            throw new IllegalStateException("The entry to remove is not in the index");
        }
        block.remove(place);
        size--;
        if (block.size == 0 && count > 1) {
            count--;
            System.arraycopy(blocks, at + 1, blocks, at, count - at);
            blocks[count] = new Block(0);
        }
    }

    /** Returns the rank of an entry; the first one has rank 1. */
    long rank(long points, int since) {
        int at = findBlock(points, since);
        long before = blocks[at].countBefore(points, since);
        for (int i = 0; i < at; i++) {
            before += blocks[i].size;
        }
        return before + 1;
    }

    /** Finds the last block whose first entry does not come after the given one. */
    private int findBlock(long points, int since) {
        int low = 0;
        int high = count - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            Block block = blocks[middle];
            if (isBefore(points, since, block.points[0], block.since[0])) {
                high = middle - 1;
            } else {
                low = middle;
            }
        }
        return low;
    }

    private void insertBlock(int at, Block block) {
        if (count == blocks.length) {
            blocks = Arrays.copyOf(blocks, count * 2);
        }
        System.arraycopy(blocks, at, blocks, at + 1, count - at);
        blocks[at] = block;
        count++;
    }

    private static boolean isBefore(long points, int since, long others, int othersSince) {
        return points > others || (points == others && since < othersSince);
    }
}
