package encore.query.image;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * An image of memory in a file. An object lists its fields once, in a fixed order: each method either writes the value
 * that it is given, or returns the value that was written. No value is returned from a damaged block.
 */
public final class MemoryImage implements AutoCloseable {

    private static final int BLOCK = 1 << 20;

    /** The length of the block's content, and its checksum. */
    private static final int HEAD = 2 * Integer.BYTES;

    private final FileChannel file;
    private final boolean reading;

    /** The bytes of the file that are not read into the block yet. */
    private long unread;

    private final ByteBuffer block = ByteBuffer.allocate(HEAD + BLOCK).order(ByteOrder.nativeOrder());

    /** An object that can be written to an image and read from one. */
    public interface Imageable {

        void transfer(MemoryImage memoryImage);
    }

    /** Writes or returns one value; the argument is null when the value is read. */
    @FunctionalInterface
    public interface ElementCodec<T extends @Nullable Object> {

        T transfer(@Nullable T now);
    }

    private MemoryImage(FileChannel file, boolean reading) throws IOException {
        this.file = file;
        this.reading = reading;
        this.unread = reading ? file.size() : 0;
        if (reading) {
            block.limit(0);
        } else {
            block.position(HEAD);
        }
    }

    static MemoryImage create(Path file) throws IOException {
        return new MemoryImage(
                FileChannel.open(
                        file,
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.TRUNCATE_EXISTING,
                                StandardOpenOption.WRITE)),
                false);
    }

    static MemoryImage open(Path file) throws IOException {
        return new MemoryImage(FileChannel.open(file, StandardOpenOption.READ), true);
    }

    /** Returns whether the image is being read. */
    public boolean isReading() {
        return reading;
    }

    public long number(long now) {
        ByteBuffer place = space(Long.BYTES);
        if (reading) {
            return place.getLong();
        }
        place.putLong(now);
        return now;
    }

    public int number(int now) {
        return Math.toIntExact(number((long) now));
    }

    public Long id(@Nullable Long now) {
        return number(now == null ? 0 : now);
    }

    public Integer count(@Nullable Integer now) {
        return number(now == null ? 0 : now);
    }

    public boolean flag(boolean now) {
        return number(now ? 1 : 0) != 0;
    }

    public @Nullable String text(@Nullable String now) {
        return flag(now != null) ? name(now) : null;
    }

    public String name(@Nullable String now) {
        return new String(
                bytes(now == null ? new byte[0] : now.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    public byte[] bytes(byte[] now) {
        int length = length(now.length, Byte.BYTES);
        byte[] all = reading ? new byte[length] : now;
        copy(MemorySegment.ofArray(all));
        return all;
    }

    public char[] chars(char[] now) {
        int length = length(now.length, Character.BYTES);
        char[] all = reading ? new char[length] : now;
        copy(MemorySegment.ofArray(all));
        return all;
    }

    public int[] ints(int[] now) {
        int length = length(now.length, Integer.BYTES);
        int[] all = reading ? new int[length] : now;
        copy(MemorySegment.ofArray(all));
        return all;
    }

    public long[] longs(long[] now) {
        int length = length(now.length, Long.BYTES);
        long[] all = reading ? new long[length] : now;
        copy(MemorySegment.ofArray(all));
        return all;
    }

    public double[] doubles(double[] now) {
        int length = length(now.length, Double.BYTES);
        double[] all = reading ? new double[length] : now;
        copy(MemorySegment.ofArray(all));
        return all;
    }

    /**
     * Writes or reads a number of elements.
     *
     * @param bytes the least number of bytes that each of them takes in the file
     * @throws LengthBeyondFile when the rest of the file is too short for them, before anything is allocated for them
     */
    private int length(int now, int bytes) {
        int length = number(now);
        if (reading && (length < 0 || (long) length * bytes > block.remaining() + unread)) {
            throw new LengthBeyondFile();
        }
        return length;
    }

    /** Thrown when a length in a file cannot be right. */
    static final class LengthBeyondFile extends RuntimeException {}

    public boolean[] flags(boolean[] now) {
        byte[] flagBytes = new byte[reading ? 0 : now.length];
        for (int i = 0; i < flagBytes.length; i++) {
            flagBytes[i] = (byte) (now[i] ? 1 : 0);
        }
        byte[] all = bytes(flagBytes);
        boolean[] flags = new boolean[all.length];
        for (int i = 0; i < all.length; i++) {
            flags[i] = all[i] != 0;
        }
        return flags;
    }

    public BitSet bits(BitSet now) {
        return BitSet.valueOf(longs(reading ? new long[0] : now.toLongArray()));
    }

    /**
     * Writes or reads a bitmap.
     *
     * @param now when given, the bitmap is read into it
     */
    public RoaringBitmap bitmap(@Nullable RoaringBitmap now) {
        RoaringBitmap set = now == null ? new RoaringBitmap() : now;
        try {
            if (reading) {
                set.deserialize(ByteBuffer.wrap(bytes(new byte[0])));
            } else {
                ByteBuffer bytes = ByteBuffer.allocate(set.serializedSizeInBytes());
                set.serialize(bytes);
                bytes(bytes.array());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return set;
    }

    /**
     * Returns a part that writes or reads an object.
     *
     * @param creator creates the object into which is read
     */
    public <T extends Imageable> ElementCodec<T> objects(Supplier<T> creator) {
        return now -> {
            T one = now == null ? creator.get() : now;
            one.transfer(this);
            return one;
        };
    }

    /** Writes an object, or reads it into a new object, so that readers of the old object can go on with it. */
    public <T extends Imageable> T recreate(T now, Supplier<T> creator) {
        return objects(creator).transfer(reading ? null : now);
    }

    /**
     * Writes a collection, or reads into it.
     *
     * @param all is cleared first when it is read
     */
    public <T extends @Nullable Object> void elements(Collection<T> all, ElementCodec<T> elementCodec) {
        int size = length(all.size(), 1);
        if (reading) {
            all.clear();
            for (int i = 0; i < size; i++) {
                all.add(elementCodec.transfer(null));
            }
        } else {
            all.forEach(elementCodec::transfer);
        }
    }

    /**
     * Writes a map, or reads into it.
     *
     * @param all is cleared first when it is read
     */
    public <K extends @Nullable Object, V> void elements(Map<K, V> all, ElementCodec<K> key, ElementCodec<V> value) {
        int size = length(all.size(), 1);
        if (reading) {
            all.clear();
            for (int i = 0; i < size; i++) {
                all.put(key.transfer(null), value.transfer(null));
            }
        } else {
            all.forEach((one, its) -> {
                key.transfer(one);
                value.transfer(its);
            });
        }
    }

    /**
     * Copies an array block by block. Writing and reading split it at the same places, because both find the same space
     * in a block.
     */
    private void copy(MemorySegment all) {
        for (long from = 0; from < all.byteSize(); ) {
            MemorySegment some = MemorySegment.ofBuffer(space(1));
            long count = Math.min(some.byteSize(), all.byteSize() - from);
            if (reading) {
                MemorySegment.copy(some, 0, all, from, count);
            } else {
                MemorySegment.copy(all, from, some, 0, count);
            }
            block.position(block.position() + (int) count);
            from += count;
        }
    }

    private ByteBuffer space(int bytes) {
        if (block.remaining() < bytes) {
            next();
        }
        return block;
    }

    private void next() {
        try {
            if (reading) {
                fill();
            } else {
                write();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write() throws IOException {
        block.flip();
        block.putInt(0, block.limit() - HEAD).putInt(Integer.BYTES, sum());
        while (block.hasRemaining()) {
            file.write(block);
        }
        block.clear().position(HEAD);
    }

    private void fill() throws IOException {
        fill(0, HEAD);
        int length = block.getInt(0);
        if (length <= 0 || length > BLOCK) {
            throw new IOException("The length of a block is invalid");
        }
        fill(HEAD, HEAD + length);
        unread -= HEAD + length;
        if (sum() != block.getInt(Integer.BYTES)) {
            throw new IOException("A block is damaged");
        }
        block.position(HEAD);
    }

    private void fill(int from, int to) throws IOException {
        block.limit(to).position(from);
        while (block.hasRemaining()) {
            if (file.read(block) < 0) {
                throw new EOFException();
            }
        }
    }

    /** Returns the checksum of the block's content. */
    private int sum() {
        CRC32C sum = new CRC32C();
        sum.update(block.slice(HEAD, block.limit() - HEAD));
        return (int) sum.getValue();
    }

    /** Writes the last block. */
    void finish() throws IOException {
        write();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
