package encore.query.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

class ImageFileTest {

    private static final ImageFile.ImageState TAKEN = new ImageFile.ImageState(17, Set.of(3L, 5L));

    private static final ImageFile.ImageOwner OWNER = new ImageFile.ImageOwner("boards", 1, "shape");

    @TempDir
    Path directory;

    /** One of each kind of part, of lengths that end anywhere in a block. */
    private static final class Everything implements MemoryImage.Imageable {

        long number;
        int count;
        boolean flag;

        @Nullable
        String text = "";

        @Nullable
        String none = "not yet";

        byte[] bytes = {};
        char[] chars = {};
        int[] ints = {};
        long[] longs = {};
        double[] doubles = {};
        boolean[] flags = {};
        BitSet bits = new BitSet();
        final RoaringBitmap set = RoaringBitmap.bitmapOf(1);
        final List<@Nullable String> texts = new ArrayList<>(List.of("gone"));
        final Map<Long, RoaringBitmap> sets = new TreeMap<>();

        static Everything random(Random random, int size) {
            var one = new Everything();
            one.number = random.nextLong();
            one.count = random.nextInt();
            one.flag = random.nextBoolean();
            one.text = "Zoë".repeat(size % 50);
            one.none = null;
            one.bytes = new byte[size];
            random.nextBytes(one.bytes);
            one.chars = new char[size];
            one.flags = new boolean[size];
            for (int i = 0; i < size; i++) {
                one.chars[i] = (char) random.nextInt();
                one.flags[i] = random.nextBoolean();
                one.bits.set(i, random.nextBoolean());
                one.set.add(random.nextInt(100_000_000));
            }
            one.ints = random.ints(size).toArray();
            one.longs = random.longs(size).toArray();
            one.doubles = random.doubles(size).toArray();
            one.texts.addAll(Arrays.asList("a", null, ""));
            one.sets.put(random.nextLong(), RoaringBitmap.bitmapOf(one.ints));
            one.sets.put(random.nextLong(), new RoaringBitmap());
            return one;
        }

        @Override
        public void transfer(MemoryImage memoryImage) {
            number = memoryImage.number(number);
            count = memoryImage.number(count);
            flag = memoryImage.flag(flag);
            text = memoryImage.text(text);
            none = memoryImage.text(none);
            bytes = memoryImage.bytes(bytes);
            chars = memoryImage.chars(chars);
            ints = memoryImage.ints(ints);
            longs = memoryImage.longs(longs);
            doubles = memoryImage.doubles(doubles);
            flags = memoryImage.flags(flags);
            bits = memoryImage.bits(bits);
            memoryImage.bitmap(set);
            memoryImage.elements(texts, memoryImage::text);
            memoryImage.elements(sets, memoryImage::id, memoryImage::bitmap);
        }
    }

    private static void isSame(Everything read, Everything written) {
        assertThat(read.number).isEqualTo(written.number);
        assertThat(read.count).isEqualTo(written.count);
        assertThat(read.flag).isEqualTo(written.flag);
        assertThat(read.text).isEqualTo(written.text);
        assertThat(read.none).isEqualTo(written.none);
        assertThat(Arrays.equals(read.bytes, written.bytes)).isTrue();
        assertThat(Arrays.equals(read.chars, written.chars)).isTrue();
        assertThat(Arrays.equals(read.ints, written.ints)).isTrue();
        assertThat(Arrays.equals(read.longs, written.longs)).isTrue();
        assertThat(Arrays.equals(read.doubles, written.doubles)).isTrue();
        assertThat(Arrays.equals(read.flags, written.flags)).isTrue();
        assertThat(read.bits.equals(written.bits)).isTrue();
        assertThat(read.set.equals(written.set)).isTrue();
        assertThat(read.texts).isEqualTo(written.texts);
        assertThat(read.sets.equals(written.sets)).isTrue();
    }

    @Test
    void an_image_that_fails_halfway_is_not_there() {
        Path file = directory.resolve("image");
        assertThatThrownBy(() -> of(file).write(TAKEN, memoryImage -> {
                    memoryImage.longs(new long[1_000_000]);
                    throw new IllegalStateException();
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(file).doesNotExist();
    }

    @Test
    void a_written_image_is_read_wherever_blocks_end() {
        Random random = new Random(7);
        for (int size : new int[] {0, 1, 9, 70_001, 1_048_575, 300_000}) {
            Everything written = Everything.random(random, size);
            var file = of(directory.resolve("image"));
            file.write(TAKEN, written);
            Everything read = new Everything();
            assertThat(file.read(state -> true, read)).contains(TAKEN);
            isSame(read, written);
        }
    }

    @Test
    void an_image_that_does_not_fit_is_not_read_and_is_deleted() {
        Path path = directory.resolve("image");
        var file = of(path);
        file.write(TAKEN, Everything.random(new Random(8), 10));
        Everything read = new Everything();
        assertThat(file.read(state -> state.position() > 17, read)).isEmpty();
        isSame(read, new Everything());
        assertThat(path).doesNotExist();
        assertThat(file.read(state -> true, read)).isEmpty();
    }

    @Test
    void a_byte_that_is_another_is_noticed() throws IOException {
        Path path = directory.resolve("image");
        var file = of(path);
        file.write(TAKEN, Everything.random(new Random(9), 5));
        byte[] whole = Files.readAllBytes(path);
        for (int at = 0; at < whole.length; at += 11) {
            byte[] damaged = whole.clone();
            damaged[at] ^= (byte) (1 << at % 8);
            Files.write(path, damaged);
            assertThat(file.read(state -> true, new Everything())).isEmpty();
        }
        Files.write(path, Arrays.copyOf(whole, whole.length - 1));
        assertThat(file.read(state -> true, new Everything())).isEmpty();
    }

    @Test
    void a_failed_write_leaves_no_file() throws IOException {
        Path path = directory.resolve("image");
        var file = of(path);
        file.write(TAKEN, new Everything());
        file.write(TAKEN, memoryImage -> {
            memoryImage.number(7L);
            throw new UncheckedIOException(new IOException("No space left on device"));
        });
        try (var all = Files.list(directory)) {
            assertThat(all).isEmpty();
        }
    }

    @Test
    void an_image_of_another_projection_version_shape_or_log_is_not_read_and_is_deleted() {
        Path path = directory.resolve("image");
        for (ImageFile other : List.of(
                new ImageFile(path, new ImageFile.ImageOwner("fans", 1, "shape"), ImageFileTest::hash),
                new ImageFile(path, new ImageFile.ImageOwner("boards", 2, "shape"), ImageFileTest::hash),
                new ImageFile(path, new ImageFile.ImageOwner("boards", 1, "another shape"), ImageFileTest::hash),
                new ImageFile(path, OWNER, position -> new byte[] {1, (byte) position}))) {
            other.write(TAKEN, Everything.random(new Random(10), 10));
            Everything read = new Everything();
            assertThat(of(path).read(state -> true, read)).isEmpty();
            isSame(read, new Everything());
            assertThat(path).doesNotExist();
        }
    }

    @Test
    void a_length_that_the_file_cannot_hold_allocates_nothing() {
        for (MemoryImage.Imageable part : List.<MemoryImage.Imageable>of(
                image -> image.bytes(new byte[0]),
                image -> image.longs(new long[0]),
                image -> image.doubles(new double[0]),
                image -> image.elements(new ArrayList<Long>(), image::id),
                image -> image.elements(new TreeMap<Long, Long>(), image::id, image::id))) {
            for (long length : new long[] {Integer.MAX_VALUE, -1, 1L << 40, 1_000}) {
                Path path = directory.resolve("image");
                of(path).write(TAKEN, image -> image.number(length));
                assertThat(of(path).read(state -> true, part)).isEmpty();
                assertThat(path).doesNotExist();
            }
        }
    }

    @Test
    void an_image_that_ends_in_an_error_is_not_there_at_the_next_start() {
        Path path = directory.resolve("image");
        of(path).write(TAKEN, new Everything());
        assertThatThrownBy(() -> of(path).read(state -> true, image -> {
                    throw new OutOfMemoryError();
                }))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(path).doesNotExist();
    }

    private static ImageFile of(Path path) {
        return new ImageFile(path, OWNER, ImageFileTest::hash);
    }

    private static byte[] hash(long position) {
        return new byte[] {(byte) position};
    }
}
