package encore.api.trackers;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.places.GeoDatabase;
import encore.api.trackers.clicks.ClickRecorder;
import encore.infra.backend.ControlMessage;
import encore.kernel.Refusal;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackerQuery.FindTrackerTarget;
import encore.kernel.trackers.TrackerQuery.TrackerTarget;
import encore.kernel.trackers.clicks.DeviceType;
import encore.kernel.trackers.clicks.TrackerClickCommand.RecordClick;
import encore.kernel.trackers.clicks.TrackerClickCommand.RecordedClick;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

class ShortLinksControllerTest {

    private static final String PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)";
    private static final TrackerId TRACKER = new TrackerId(GatewayUnderTest.ACCOUNT, 900);

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            Map.of("encore.public-url", "http://127.0.0.1"),
            ShortLinksController.class,
            ShortLinkTargets.class,
            PublicHosts.class,
            PersonalLinks.class,
            ClickRecorder.class,
            GeoDatabase.class);

    private final List<RecordClick> clicks = new ArrayList<>();
    private int asked;

    @BeforeEach
    void one_tracker() {
        lead("https://x.example/ü?a=b#c", null, false);
        GATEWAY.backend.on(RecordClick.class, command -> {
            clicks.add(command);
            return new RecordedClick(command.click().uid());
        });
    }

    private void lead(String url, String domain, boolean isClickAppended) {
        GATEWAY.backend.on(FindTrackerTarget.class, query -> {
            asked++;
            if (!query.trackerKey().equals("abc12345")) {
                throw Refusal.unknown("There is no such tracker.");
            }
            return new TrackerTarget(TRACKER, domain, url, isClickAppended);
        });
        GATEWAY.backend.publish(new ControlMessage.TrackersChanged(GatewayUnderTest.ACCOUNT, 1));
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
        assertThat(clicks).isEmpty();
    }

    @Test
    void the_target_gets_the_click_before_its_fragment() {
        lead("https://x.example/a?b=c#d", null, true);
        String location = follow("192.0.2.1 told", "/t/abc12345?utm_source=mail&f=forged");
        assertThat(clicks).hasSize(1);
        RecordClick click = clicks.getFirst();
        assertThat(location)
                .isEqualTo("https://x.example/a?b=c&tracker_click_uid="
                        + click.click().uid() + "#d");
        assertThat(click.tracker()).isEqualTo(TRACKER);
        assertThat(click.deviceType()).isEqualTo(DeviceType.PHONE);
        assertThat(click.fanId()).isNull();
        assertThat(String.valueOf(click.visitor().urlParamProps())).isEqualTo("{\"utm_source\":\"mail\"}");
        // The same visitor within seconds is the same click.
        assertThat(follow("192.0.2.1 told", "/t/abc12345?x=y")).isEqualTo(location);
        assertThat(clicks).hasSize(1);
        assertThat(follow("192.0.2.1 other", "/t/abc12345")).isNotEqualTo(location);
    }

    @Test
    void bots_prefetches_and_heads_are_led_and_no_clicks() {
        lead("https://x.example/a", null, true);
        assertThat(follow("Googlebot/2.1", "/t/abc12345")).isEqualTo("https://x.example/a");
        client("Mozilla prefetching")
                .get()
                .uri("/t/abc12345")
                .header("Sec-Purpose", "prefetch;prerender")
                .exchange()
                .expectHeader()
                .valueEquals("Location", "https://x.example/a");
        client("Mozilla head")
                .head()
                .uri("/t/abc12345")
                .exchange()
                .expectStatus()
                .isFound();
        assertThat(clicks).isEmpty();
    }

    @Test
    void a_click_that_cannot_be_recorded_holds_nobody_up() {
        lead("https://x.example/a", null, true);
        GATEWAY.backend.on(RecordClick.class, command -> {
            throw new Refusal(Refusal.Kind.UNAVAILABLE, "not-stored", "The disk is full.");
        });
        assertThat(follow("full disk", "/t/abc12345")).isEqualTo("https://x.example/a");
    }

    @Test
    void a_tracker_answers_on_its_own_domain_alone() {
        lead("https://x.example/a", "go.example", true);
        client("other host").get().uri("/t/abc12345").exchange().expectStatus().isNotFound();
        lead("https://x.example/a", "127.0.0.1", false);
        assertThat(follow("own host", "/t/abc12345")).isEqualTo("https://x.example/a");
    }

    /** A domain may be added after the target, which then is a short link of ours. */
    @Test
    void a_target_that_is_a_short_link_of_its_own_host_or_the_public_one_is_a_404() {
        for (String loop : List.of(
                "https://127.0.0.1/t/other",
                "http://127.0.0.1:8080/x/%2e%2e/t/other",
                "https://go.example/t/other",
                "https://GO.example./%74/other",
                "https://go.example\\t\\other")) {
            lead(loop, "go.example", true);
            visit("go.example").isNotFound();
        }
        assertThat(clicks).isEmpty();
        lead("https://go.example/t/other", "to.example", false);
        visit("to.example").isFound();
        lead("https://go.example/tickets", "go.example", false);
        visit("go.example").isFound();
    }

    @Test
    void targets_and_unknown_keys_are_remembered_until_the_control_stream_reports_a_change() {
        follow("first", "/t/abc12345");
        GATEWAY.anybody().get().uri("/t/nobody").exchange().expectStatus().isNotFound();
        int before = asked;
        follow("second", "/t/abc12345");
        GATEWAY.anybody().get().uri("/t/nobody").exchange().expectStatus().isNotFound();
        assertThat(asked).isEqualTo(before);
        lead("https://x.example/new", null, false);
        assertThat(follow("third", "/t/abc12345")).isEqualTo("https://x.example/new");
    }

    @Test
    void a_personal_link_names_its_fan_for_its_own_tracker() {
        PersonalLinks links = GATEWAY.bean(PersonalLinks.class);
        follow("ann", "/t/abc12345?f=" + links.seal(42, TRACKER));
        follow("bob", "/t/abc12345?f=" + links.seal(43, new TrackerId(GatewayUnderTest.ACCOUNT, 901)));
        assertThat(clicks).extracting(RecordClick::fanId).containsExactly(42L, null);
        assertThat(links.seal(42, TRACKER)).isEqualTo(links.seal(42, TRACKER)).doesNotContain("42");
    }

    private static String follow(String userAgent, String path) {
        return String.valueOf(client(userAgent)
                .get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isFound()
                .returnResult(String.class)
                .getResponseHeaders()
                .getFirst("Location"));
    }

    private static StatusAssertions visit(String host) {
        return client("visitor")
                .get()
                .uri("/t/abc12345")
                .header("Host", host)
                .exchange()
                .expectStatus();
    }

    private static WebTestClient client(String userAgent) {
        return GATEWAY.anybody()
                .mutate()
                .defaultHeader("User-Agent", userAgent.contains("bot") ? userAgent : PHONE + userAgent)
                .build();
    }
}
