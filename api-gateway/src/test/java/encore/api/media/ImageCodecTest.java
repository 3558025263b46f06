package encore.api.media;

import static encore.api.media.TestImages.decoded;
import static encore.api.media.TestImages.encoded;
import static encore.api.media.TestImages.exif;
import static encore.api.media.TestImages.halves;
import static encore.api.media.TestImages.jpeg;
import static encore.api.media.TestImages.png;
import static encore.api.media.TestImages.pngOfSize;
import static encore.api.media.TestImages.resource;
import static encore.api.media.TestImages.withSegment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import encore.api.media.ImageCodec.EncodedImage;
import encore.kernel.media.ImageType;
import java.awt.Color;
import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageCodecTest {

    @ParameterizedTest
    @CsvSource({
        "rgb.jpg, JPEG, 64, 48",
        "cmyk.jpg, JPEG, 64, 48",
        "alpha.png, PNG, 40, 30",
        "frames.gif, JPEG, 30, 20",
        "frames.webp, JPEG, 30, 20",
        "lossy.webp, JPEG, 64, 48",
        "lossless.webp, PNG, 40, 30",
        "lossy-alpha.webp, PNG, 40, 30"
    })
    void every_kind_is_stored_as_a_jpeg_or_with_transparency_as_a_png(
            String file, ImageType type, int width, int height) throws Exception {
        EncodedImage stored = ImageCodec.toStored(resource(file));
        assertThat(stored.type()).isEqualTo(type);
        assertThat(stored.size()).isEqualTo(new ImageSize(width, height));
        BufferedImage image = decoded(stored.bytes());
        assertThat(new ImageSize(image.getWidth(), image.getHeight())).isEqualTo(stored.size());
        assertThat(image.getColorModel().getColorSpace().isCS_sRGB()).isTrue();
        assertThat(ImageHeader.read(stored.bytes()).kind().name()).isEqualTo(type.name());
    }

    @Test
    void colours_stay_what_they_are() throws Exception {
        for (String file : new String[] {"rgb.jpg", "cmyk.jpg", "lossy.webp"}) {
            BufferedImage image = decoded(ImageCodec.toStored(resource(file)).bytes());
            assertThat(new Color(image.getRGB(32, 1)).getRed()).as(file).isGreaterThan(200);
            assertThat(new Color(image.getRGB(32, 46)).getBlue()).as(file).isGreaterThan(200);
        }
        assertThat(decoded(ImageCodec.toStored(resource("frames.gif")).bytes()).getRGB(5, 5))
                .as("the first frame")
                .satisfies(pixel -> assertThat(new Color(pixel).getRed()).isGreaterThan(240));
        BufferedImage transparent =
                decoded(ImageCodec.toStored(resource("lossless.webp")).bytes());
        assertThat(transparent.getRGB(0, 0) >>> 24).isZero();
        assertThat(transparent.getRGB(20, 15)).isEqualTo(0xFFFF0000);
    }

    @ParameterizedTest
    @ValueSource(ints = {BufferedImage.TYPE_BYTE_GRAY, BufferedImage.TYPE_USHORT_GRAY})
    void grays_stay_as_bright_as_they_are(int type) throws Exception {
        BufferedImage gray = new BufferedImage(8, 8, type);
        int value = type == BufferedImage.TYPE_BYTE_GRAY ? 100 : 100 << 8;
        gray.getRaster().setSamples(0, 0, 8, 8, 0, filled(64, value));
        Color stored = new Color(
                decoded(ImageCodec.toStored(encoded(gray, "png")).bytes()).getRGB(4, 4));
        assertThat(stored.getRed()).isCloseTo(100, within(3));
        assertThat(stored.getBlue()).isCloseTo(100, within(3));
    }

    private static int[] filled(int count, int value) {
        int[] values = new int[count];
        Arrays.fill(values, value);
        return values;
    }

    @Test
    void a_profile_is_applied_before_it_is_dropped() throws Exception {
        BufferedImage flat = new BufferedImage(16, 16, BufferedImage.TYPE_INT_RGB);
        flat.setRGB(0, 0, 16, 16, filled(256, 0x373737), 0, 16);
        ByteArrayOutputStream profile = new ByteArrayOutputStream();
        profile.writeBytes("ICC_PROFILE\0".getBytes(StandardCharsets.US_ASCII));
        profile.write(1);
        profile.write(1);
        profile.writeBytes(ICC_Profile.getInstance(ColorSpace.CS_LINEAR_RGB).getData());
        byte[] linear = withSegment(encoded(flat, "jpeg"), 0xE2, profile.toByteArray());
        byte[] stored = ImageCodec.toStored(linear).bytes();
        assertThat(new Color(decoded(stored).getRGB(8, 8)).getRed()).isCloseTo(128, within(8));
        assertThat(text(stored)).doesNotContain("ICC_PROFILE");
    }

    @ParameterizedTest
    @CsvSource({"1, 40, 20, L", "2, 40, 20, R", "3, 40, 20, R", "4, 40, 20, L", "6, 20, 40, T", "8, 20, 40, B"})
    void an_orientation_is_applied_before_it_is_stripped(int orientation, int width, int height, char red)
            throws Exception {
        byte[] stored = ImageCodec.toStored(withSegment(jpeg(40, 20), 0xE1, exif(orientation)))
                .bytes();
        BufferedImage image = decoded(stored);
        assertThat(image.getWidth()).isEqualTo(width);
        assertThat(image.getHeight()).isEqualTo(height);
        int x = red == 'L' ? 2 : red == 'R' ? width - 3 : width / 2;
        int y = red == 'T' ? 2 : red == 'B' ? height - 3 : height / 2;
        assertThat(new Color(image.getRGB(x, y)).getRed()).isGreaterThan(200);
        assertThat(text(stored)).doesNotContain("Exif").doesNotContain("GPS");
    }

    @Test
    void nothing_of_a_polyglot_is_left() throws Exception {
        byte[] script = "<script>alert(1)</script>".getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream polyglot = new ByteArrayOutputStream();
        polyglot.writeBytes(withSegment(jpeg(16, 16), 0xFE, script));
        polyglot.writeBytes("PK\3\4 and <html>".getBytes(StandardCharsets.US_ASCII));
        assertThat(text(ImageCodec.toStored(polyglot.toByteArray()).bytes()))
                .doesNotContain("script")
                .doesNotContain("html");
        byte[] transparent = resource("alpha.png");
        ByteArrayOutputStream withText = new ByteArrayOutputStream();
        withText.write(transparent, 0, 33);
        withText.writeBytes(TestImages.chunk("tEXt", "Comment\0<script>".getBytes(StandardCharsets.US_ASCII)));
        withText.write(transparent, 33, transparent.length - 33);
        assertThat(text(ImageCodec.toStored(withText.toByteArray()).bytes())).doesNotContain("script");
    }

    @Test
    void a_file_that_is_no_image_is_refused() {
        for (String other : new String[] {
            "",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>",
            "<html><body>image.png</body></html>",
            "GIF89",
            "RIFF0000WAVE",
            "%PDF-1.7",
            "--boundary\r\nContent-Disposition: form-data; name=\"image\"\r\n"
        }) {
            refused(other.getBytes(StandardCharsets.ISO_8859_1), "is no JPEG");
        }
    }

    @Test
    void an_image_of_too_many_pixels_is_refused_before_it_is_decoded() {
        refused(pngOfSize(65_535, 65_535), "25 million");
        refused(pngOfSize(-1, 10), "25 million");
        refused(pngOfSize(5_001, 5_000), "25 million");
        byte[] large = jpeg(16, 16);
        int frame = indexOf(large, 0xC0);
        large[frame + 4] = (byte) 0xFF;
        large[frame + 6] = (byte) 0xFF;
        refused(large, "25 million");
        refused(pngOfSize(0, 10), "damaged");
    }

    @Test
    void a_part_of_an_image_is_refused() {
        for (String file : new String[] {
            "rgb.jpg", "cmyk.jpg", "alpha.png", "lossy.webp", "lossless.webp", "lossy-alpha.webp", "frames.webp"
        }) {
            byte[] whole = resource(file);
            for (int length = 12; length < whole.length; length++) {
                byte[] part = Arrays.copyOf(whole, length);
                assertThatThrownBy(() -> ImageCodec.toStored(part))
                        .as("%s, %d bytes", file, length)
                        .isInstanceOf(UnreadableImageException.class);
            }
        }
        refused(Arrays.copyOf(resource("frames.gif"), 60), "damaged");
    }

    @Test
    void bytes_that_were_changed_are_refused_or_stored_and_do_no_harm() {
        Random random = new Random(17);
        for (String file : new String[] {
            "rgb.jpg",
            "cmyk.jpg",
            "alpha.png",
            "frames.gif",
            "lossy.webp",
            "lossless.webp",
            "lossy-alpha.webp",
            "frames.webp"
        }) {
            for (int i = 0; i < 60; i++) {
                byte[] changed = resource(file);
                for (int many = 1 + random.nextInt(4); many > 0; many--) {
                    changed[random.nextInt(changed.length)] = (byte) random.nextInt();
                }
                try {
                    EncodedImage stored = ImageCodec.toStored(changed);
                    assertThat(stored.size().pixels()).isLessThanOrEqualTo(ImageHeader.MAX_PIXELS);
                } catch (UnreadableImageException refused) {
                    assertThat(refused).hasMessageMatching("(is|has) .*");
                }
            }
        }
    }

    @Test
    void chunks_of_a_webp_cannot_state_another_size_than_the_file() {
        byte[] lossy = resource("lossy-alpha.webp");
        int pixels = indexOf(lossy, "VP8 ");
        lossy[pixels + 14] = (byte) 0xFF;
        lossy[pixels + 15] = 0x3F;
        refused(lossy, "damaged");
        byte[] frames = resource("frames.webp");
        frames[indexOf(frames, "ANMF") + 8 + 6] = (byte) 0xFF;
        refused(frames, "damaged");
    }

    @Test
    void a_jpeg_of_endless_scans_is_refused() {
        byte[] image = jpeg(16, 16);
        int scan = indexOf(image, 0xDA) - 1;
        ByteArrayOutputStream many = new ByteArrayOutputStream();
        many.write(image, 0, image.length - 2);
        for (int i = 0; i < 200; i++) {
            many.write(image, scan, image.length - 2 - scan);
        }
        many.write(0xFF);
        many.write(0xD9);
        refused(many.toByteArray(), "too many scans");
    }

    @Test
    void metadata_of_any_length_is_dropped() throws Exception {
        byte[] image = withSegment(jpeg(40, 20), 0xE1, exif(6));
        byte[] filler = new byte[65_000];
        for (int i = 0; i < 150; i++) {
            image = withSegment(image, 0xE1, filler);
        }
        EncodedImage stored = ImageCodec.toStored(image);
        assertThat(stored.size()).isEqualTo(new ImageSize(20, 40));
        assertThat(stored.bytes().length).isLessThan(5_000);
        byte[] endless = exif(1);
        endless[6 + 8] = (byte) 0xFF;
        endless[6 + 8 + 1] = (byte) 0xFF;
        assertThat(ImageCodec.toStored(withSegment(jpeg(40, 20), 0xE1, endless)).size())
                .isEqualTo(new ImageSize(40, 20));
    }

    @Test
    void a_gif_of_many_frames_is_read_to_its_first() throws Exception {
        byte[] gif = resource("frames.gif");
        int second = indexOf(gif, 0x21, indexOf(gif, 0x2C));
        ByteArrayOutputStream many = new ByteArrayOutputStream();
        many.write(gif, 0, second);
        for (int i = 0; i < 100_000; i++) {
            many.write(gif, second, 40);
        }
        assertThat(ImageCodec.toStored(many.toByteArray()).size()).isEqualTo(new ImageSize(30, 20));
    }

    @Test
    void a_long_image_is_stored_smaller_in_its_proportions() throws Exception {
        assertThat(ImageCodec.toStored(png(5_000, 50)).size()).isEqualTo(new ImageSize(4_096, 41));
        assertThat(ImageCodec.toStored(png(10, 5_000)).size()).isEqualTo(new ImageSize(8, 4_096));
    }

    @Test
    void an_image_is_scaled_into_its_bounds_and_never_enlarged() throws Exception {
        ImageSize size = new ImageSize(400, 200);
        assertThat(size.within(null, null)).isEqualTo(size);
        assertThat(size.within(100, null)).isEqualTo(new ImageSize(100, 50));
        assertThat(size.within(null, 100)).isEqualTo(new ImageSize(200, 100));
        assertThat(size.within(100, 10)).isEqualTo(new ImageSize(20, 10));
        assertThat(size.within(4_096, 4_096)).isEqualTo(size);
        assertThat(size.within(1, 1)).isEqualTo(new ImageSize(1, 1));
        BufferedImage small = decoded(ImageCodec.render(jpeg(400, 200), ImageType.JPEG, new ImageSize(100, 50)));
        assertThat(small.getWidth()).isEqualTo(100);
        assertThat(new Color(small.getRGB(10, 25)).getRed()).isGreaterThan(240);
        assertThat(new Color(small.getRGB(90, 25)).getBlue()).isGreaterThan(240);
        BufferedImage icon = decoded(ImageCodec.render(resource("alpha.png"), ImageType.PNG, new ImageSize(20, 15)));
        assertThat(icon.getRGB(0, 0) >>> 24).isZero();
    }

    @Test
    void sizes_of_one_image_look_alike() throws Exception {
        BufferedImage large = halves(1_600, 1_200, BufferedImage.TYPE_INT_RGB);
        byte[] stored = ImageCodec.toStored(encoded(large, "png")).bytes();
        for (int width : new int[] {1, 7, 16, 100, 399, 401, 1_599}) {
            ImageSize wanted = new ImageSize(1_600, 1_200).within(width, null);
            BufferedImage scaled = decoded(ImageCodec.render(stored, ImageType.JPEG, wanted));
            assertThat(scaled.getWidth()).isEqualTo(width);
            if (width > 10) {
                assertThat(new Color(scaled.getRGB(1, 1)).getRed()).isGreaterThan(230);
            }
        }
    }

    private static void refused(byte[] file, String reason) {
        assertThatThrownBy(() -> ImageCodec.toStored(file))
                .isInstanceOf(UnreadableImageException.class)
                .hasMessageContaining(reason);
    }

    private static int indexOf(byte[] bytes, String text) {
        return text(bytes).indexOf(text);
    }

    private static int indexOf(byte[] bytes, int marker) {
        for (int i = 0; i < bytes.length - 1; i++) {
            if ((bytes[i] & 0xFF) == 0xFF && (bytes[i + 1] & 0xFF) == marker) {
                return i + 1;
            }
        }
        return indexOf(bytes, marker, 0);
    }

    private static int indexOf(byte[] bytes, int value, int from) {
        for (int i = from; i < bytes.length; i++) {
            if ((bytes[i] & 0xFF) == value) {
                return i;
            }
        }
        throw new IllegalStateException("It has no " + value);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
