package encore.api.trackers;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.kernel.Refusal;
import encore.kernel.trackers.TrackerQuery.FindTrackerTarget;
import encore.kernel.trackers.TrackerQuery.TrackerTarget;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.http.HttpMethod;

class ShortLinksControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(ShortLinksController.class);

    @BeforeEach
    void one_tracker() {
        GATEWAY.backend.on(FindTrackerTarget.class, query -> {
            if (!query.trackerKey().equals("abc12345")) {
                throw Refusal.unknown("There is no such tracker.");
            }
            return new TrackerTarget(GatewayUnderTest.ACCOUNT, "https://x.example/ü?a=b#c");
        });
    }

    @Test
    void anybody_is_led_to_the_target_and_nothing_is_stored_on_the_way() {
        for (HttpMethod method : new HttpMethod[] {HttpMethod.GET, HttpMethod.HEAD}) {
            GATEWAY.anybody()
                    .method(method)
                    .uri("/t/abc12345")
                    .exchange()
                    .expectStatus()
                    .isFound()
                    .expectHeader()
                    .valueEquals("Location", "https://x.example/%C3%BC?a=b#c")
                    .expectHeader()
                    .valueEquals("Cache-Control", "no-store")
                    .expectBody()
                    .isEmpty();
        }
    }

    @Test
    void a_key_that_no_tracker_has_is_a_404() {
        for (String key : new String[] {"other", "ABC12345", "x".repeat(33), "%00"}) {
            GATEWAY.anybody().get().uri("/t/" + key).exchange().expectStatus().isNotFound();
        }
        assertThat(GATEWAY.backend.sent).isEmpty();
    }
}
