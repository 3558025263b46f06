package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.standalone.Api.Answer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An account uploads images, everybody loads them in the size they ask for, and what is removed is gone everywhere. */
class MediaJourneyTest extends Journey {

    private static final String MEDIA = "/api/v1/manage/media";
    private static final Duration SOON = Duration.ofSeconds(20);

    @Test
    void an_image_is_uploaded_loaded_scaled_and_removed() throws Exception {
        JsonNode photo =
                api.upload(MEDIA, picture(600, 300, "jpeg")).mustBe(200).body();
        String uid = photo.get("media_uid").asString();
        assertThat(photo.get("width").asInt()).isEqualTo(600);
        assertThat(photo.get("image_type").asString()).isEqualTo("jpeg");
        assertThat(photo.get("fan_id").isNull()).isTrue();
        assertThat(api.get(MEDIA + "/" + uid).mustBe(200).body()).isEqualTo(photo);
        String second = image(picture(20, 20, "png"));
        assertThat(api.get(MEDIA)
                        .mustBe(200)
                        .body()
                        .get("data")
                        .valueStream()
                        .map(row -> row.get("media_uid").asString()))
                .containsExactly(uid, second);

        HttpResponse<byte[]> whole = load(uid, "");
        assertThat(whole.statusCode()).isEqualTo(200);
        assertThat(whole.body().length).isEqualTo(photo.get("byte_count").asInt());
        assertThat(whole.headers().firstValue("Cache-Control")).contains("max-age=86400, public");
        assertThat(size(whole)).isEqualTo("600x300");
        assertThat(size(load(uid, "?width=120"))).isEqualTo("120x60");
        assertThat(size(load(uid, "?width=120&height=10"))).isEqualTo("20x10");
        assertThat(size(load(uid, "?height=4000"))).isEqualTo("600x300");
        assertThat(load(uid, "?width=5000").statusCode()).isEqualTo(400);

        Api stranger = encore().newAccount();
        stranger.get(MEDIA + "/" + uid).mustBe(404);
        stranger.delete(MEDIA + "/" + uid).mustBe(404);
        assertThat(api.delete(MEDIA + "/" + uid).mustBe(200).text()).isEqualTo("true");
        assertThat(load(uid, "").statusCode()).isEqualTo(404);
        assertThat(load(uid, "?width=120").statusCode()).isEqualTo(404);
        api.get(MEDIA + "/" + uid).mustBe(404);
        api.delete(MEDIA + "/" + uid).mustBe(404);
        assertThat(load(second, "").statusCode()).isEqualTo(200);
        await().pollInSameThread()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(files(uid)).isEmpty());
    }

    @Test
    void a_file_that_is_no_image_is_refused_by_name() throws Exception {
        for (String other : List.of("", "<svg onload='alert(1)'/>", "<html>cat.png</html>", "GIF89a")) {
            Answer refused = api.upload(MEDIA, other.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            refused.mustBe(400);
            assertThat(refused.body().at("/errors/0/field").asString()).isEqualTo("image");
        }
        api.upload(MEDIA, new byte[(10 << 20) + 1]).mustBe(413);
        api.upload(MEDIA + "?fan_id=17", picture(20, 20, "png")).mustBe(400);
        assertThat(api.get(MEDIA).mustBe(200).body().get("data")).isEmpty();
    }

    @Test
    void a_repeat_under_its_key_adds_one_image() throws Exception {
        Api once = api.with("Idempotency-Key", "photo-1");
        byte[] picture = picture(30, 20, "png");
        JsonNode first = once.upload(MEDIA, picture).mustBe(200).body();
        assertThat(once.upload(MEDIA, picture).mustBe(200).body()).isEqualTo(first);
        once.upload(MEDIA, picture(31, 20, "png")).mustBe(400);
        assertThat(api.get(MEDIA).mustBe(200).body().get("data")).hasSize(1);
    }

    @Test
    void only_media_of_the_account_are_set_where_they_are_shown() throws Exception {
        String ours = image(picture(20, 20, "png"));
        String theirs = encore().newAccount()
                .upload(MEDIA, picture(20, 20, "png"))
                .mustBe(200)
                .body()
                .get("media_uid")
                .asString();
        String idol = "/api/v1/manage/idols/"
                + api.post("/api/v1/idols", "idol_name", "Ada")
                        .mustBe(200)
                        .body()
                        .get("idol_uid")
                        .asString();
        for (String wrong : List.of(theirs, "01980000-0000-7000-8000-000000000001")) {
            Answer refused = api.post(idol, "media_uid", wrong).mustBe(400);
            assertThat(refused.body().at("/errors/0/field").asString()).isEqualTo("media_uid");
        }
        api.post(idol, "media_uid", ours).mustBe(200);
        api.delete(MEDIA + "/" + ours).mustBe(200);
        JsonNode kept = api.post(idol, "media_uid", ours, "description", "A band")
                .mustBe(200)
                .body();
        assertThat(kept.get("media_uid").asString()).isEqualTo(ours);
    }

    @Test
    void a_fan_s_image_is_exported_and_goes_with_the_fan() throws Exception {
        long fan = api.fan("ada@example.com");
        String uid = api.upload(MEDIA + "?fan_id=" + fan, picture(300, 200, "jpeg"))
                .mustBe(200)
                .body()
                .get("media_uid")
                .asString();
        HttpResponse<byte[]> loaded = load(uid, "");
        assertThat(size(loaded)).isEqualTo("300x200");
        assertThat(loaded.headers().firstValue("Cache-Control")).contains("no-cache, private");
        assertThat(size(load(uid, "?width=30"))).isEqualTo("30x20");
        for (byte[] stored : files(uid)) {
            assertThat(stored).isNotEqualTo(loaded.body());
        }
        assertThat(exported(fan, "media/" + uid + ".jpg")).isEqualTo(loaded.body());
        assertThat(new String(exported(fan, "media.json"), java.nio.charset.StandardCharsets.UTF_8))
                .contains(uid);

        api.delete("/api/v1/crm/fans/" + fan).mustBe(200);
        await().pollInSameThread().atMost(SOON).untilAsserted(() -> {
            assertThat(load(uid, "").statusCode()).isEqualTo(404);
            assertThat(load(uid, "?width=30").statusCode()).isEqualTo(404);
            assertThat(files(uid)).isEmpty();
        });
    }

    /** Four are read at a time; the others are asked to come back. */
    @Alone(because = "the server reads four files at a time")
    @Test
    void many_large_uploads_at_once_are_taken_or_asked_to_come_back() throws Exception {
        byte[] large = picture(6_250, 4_000, "jpeg");
        List<Callable<Integer>> uploads = IntStream.range(0, 12)
                .<Callable<Integer>>mapToObj(i -> () -> api.upload(MEDIA, large).status())
                .toList();
        List<Integer> statuses = together(uploads);
        assertThat(statuses).containsOnlyElementsOf(List.of(200, 503)).contains(200);
        String uid = image(large);
        assertThat(size(load(uid, "?width=512"))).isEqualTo("512x328");
        assertThat(size(load(uid, ""))).isEqualTo("4096x2621");
    }

    private String image(byte[] picture) {
        return api.upload(MEDIA, picture).mustBe(200).body().get("media_uid").asString();
    }

    private HttpResponse<byte[]> load(String uid, String query) {
        return api.load("/social_media/" + uid + query);
    }

    private static String size(HttpResponse<byte[]> image) throws IOException {
        assertThat(image.statusCode()).isEqualTo(200);
        BufferedImage decoded = ImageIO.read(new ByteArrayInputStream(image.body()));
        return decoded.getWidth() + "x" + decoded.getHeight();
    }

    private byte[] exported(long fan, String name) throws IOException {
        byte[] export = api.load("/api/v1/manage/audit/fans/" + fan + "/export").body();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(export))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().equals(name)) {
                    return zip.readAllBytes();
                }
            }
        }
        throw new AssertionError("The export has no " + name);
    }

    /** The parts of an asset in the data directory; none where they lie in MongoDB. */
    private static List<byte[]> files(String uid) throws IOException {
        Path media = data().resolve("media");
        if (!Files.isDirectory(media)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(media)) {
            return all.filter(file -> file.toString().contains(uid) && Files.isRegularFile(file))
                    .map(file -> {
                        try {
                            return Files.readAllBytes(file);
                        } catch (IOException deleted) {
                            return new byte[0];
                        }
                    })
                    .toList();
        }
    }

    static byte[] picture(int width, int height, String format) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int x = 0; x < width; x++) {
            for (int y = 0; y < height; y++) {
                image.setRGB(x, y, x * 255 / width << 16 | y * 255 / height);
            }
        }
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ImageIO.write(image, format, bytes);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
