package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Posts of a stream, with their pictures, decided on in the console by the keyboard alone, and many at once. */
class PostsInBrowserTest extends InBrowser {

    private static final String MARKUP = "<img src=x onerror=\"document.title='broken'\"> & <b>words</b>";

    private final String wall = "posts" + System.nanoTime();
    private final String managed = "/api/v1/manage/streams/" + wall;
    private final byte[] photo = photo();

    private static byte[] photo() {
        var drawn = new ByteArrayOutputStream();
        try {
            ImageIO.write(new BufferedImage(640, 400, BufferedImage.TYPE_INT_RGB), "png", drawn);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return drawn.toByteArray();
    }

    @BeforeEach
    void a_stream() {
        api.post("/api/v1/manage/streams", "stream_key", wall, "stream_name", "Wall of " + MARKUP)
                .mustBe(200);
    }

    /** The pictures of these posts are there; addresses of others lead nowhere. RecordImageControllerTest fetches real ones. */
    private void havePictures(long... posts) {
        for (long post : posts) {
            page.route(
                    "**/records/" + post + "/image",
                    route -> route.fulfill(new Route.FulfillOptions()
                            .setContentType("image/png")
                            .setBodyBytes(photo)));
        }
    }

    private long sent(String name, String caption) {
        return api.post(
                        "/api/v1/streams/" + wall + "/records",
                        "email",
                        name.toLowerCase(Locale.ROOT) + "@posts.example",
                        "name",
                        name,
                        "caption",
                        caption,
                        "image_url",
                        "https://127.0.0.1:1/photo.png")
                .mustBe(200)
                .body()
                .get("feed_record_id")
                .asLong();
    }

    private JsonNode found(String state) {
        return api.get(managed + "/records", "moderation_state", state)
                .mustBe(200)
                .body()
                .get("data");
    }

    private Locator card(String author) {
        return page.locator("article.post:has(:text-is('" + author + "'))");
    }

    @Test
    void posts_are_approved_hidden_and_decided_anew_by_the_keyboard_alone() {
        page.setDefaultTimeout(15_000);
        long ann = sent("Ann", MARKUP);
        sent("Ben", "Look " + "long ".repeat(200));
        havePictures(ann, sent("Cid", "\u05e9\u05dc\u05d5\u05dd"));
        enter("posts/" + wall);
        assertThat(page.locator("article.post")).hasCount(3);
        assertThat(card("Ann").locator("img")).hasCount(1);
        assertThat((Boolean) card("Ann").locator("img").evaluate("image => image.naturalWidth === 640"))
                .isTrue();
        assertThat(card("Ann").locator(".caption")).hasText(MARKUP);
        assertThat(card("Ben")).containsText("The picture cannot be shown.");
        expected(503);
        shots("posts");

        assertThat(card("Ann")).isFocused();
        page.keyboard().press("a");
        assertThat(card("Ben")).isFocused();
        assertThat(card("Ann")).hasAttribute("data-state", "shown");
        assertThat(card("Ann").locator(".decision")).containsText("decided by");
        page.keyboard().press("h");
        assertThat(card("Cid")).isFocused();
        assertThat(card("Ben")).hasAttribute("data-state", "hidden");
        assertThat(found("shown")).hasSize(1);
        JsonNode hidden = found("hidden").get(0);
        assertThat(hidden.get("decided_by").asString()).contains(api.headers().get("Api-Key"));
        assertThat(hidden.get("decided_at").asLong()).isPositive();

        page.keyboard().press("k");
        page.keyboard().press("ArrowLeft");
        assertThat(card("Ann")).isFocused();
        page.keyboard().press("?");
        assertThat(page.locator("dialog[open]")).containsText("approve the post");
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog[open]")).hasCount(0);
        card("Ann").focus();
        page.keyboard().press("Space");
        page.keyboard().press("j");
        page.keyboard().press("Space");
        assertThat(page.locator(".bulk")).containsText("2 selected");
        shots("posts-selected");
        page.keyboard().press("h");
        assertThat(card("Ann")).hasAttribute("data-state", "hidden");
        assertThat(found("hidden")).hasSize(2);
        assertThat(page.getByText("Hidden 2")).isVisible();

        link("Hidden 2").click();
        assertThat(page.locator("article.post")).hasCount(2);
        assertThat(page.title()).doesNotContain("broken");
    }

    @Test
    void a_decision_that_fails_keeps_the_card_and_says_so() {
        page.setDefaultTimeout(15_000);
        havePictures(sent("Ann", "first"));
        enter("posts/" + wall);
        page.route(
                "**/records/flags",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setStatus(503)
                        .setContentType("application/problem+json")
                        .setBody("{\"type\":\"/problems/overloaded\",\"detail\":\"Too much to do.\",\"status\":503}")));
        assertThat(card("Ann")).isFocused();
        page.keyboard().press("a");
        assertThat(card("Ann")).containsText("Not saved: Too much to do.");
        assertThat(card("Ann")).hasAttribute("data-state", "to_approve");
        expected(503);
    }

    @Test
    void a_picture_that_cannot_be_had_is_told_and_one_of_another_account_is_unknown() {
        long post = sent("Ann", "first");
        String image = managed + "/records/" + post + "/image";
        assertThat(api.get(image).mustBe(503).body().get("type").asString()).endsWith("/picture-failed");
        encore().newAccount().get(image).mustBe(404);
        api.get(managed + "/records/1/image").mustBe(404);
        long without = api.post(
                        "/api/v1/streams/" + wall + "/records",
                        "email",
                        "d@posts.example",
                        "name",
                        "Dot",
                        "caption",
                        "hi")
                .mustBe(200)
                .body()
                .get("feed_record_id")
                .asLong();
        api.get(managed + "/records/" + without + "/image").mustBe(404);
        JsonNode counts = api.get("/api/v1/manage/moderated_streams", "q", "wall", "limit", 10)
                .mustBe(200)
                .body()
                .at("/data/0");
        assertThat(counts.get("to_approve_count").asLong()).isEqualTo(2);
        api.delete(managed + "/records", "feed_record_ids", post).mustBe(200);
        api.get(image).mustBe(404);
    }

    private void shots(String name) {
        fits(name);
        keep(name);
    }
}
