package encore.api.segments;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.segments.Segment;
import encore.kernel.segments.SegmentFan;
import encore.kernel.segments.SegmentQuery.FindSegmentFans;
import encore.kernel.segments.SegmentQuery.FindSegmentStatus;
import encore.kernel.segments.SegmentQuery.FindSegments;
import encore.kernel.segments.SegmentStatus;
import encore.kernel.segments.SegmentType;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

class SegmentsControllerTest {

    private static final String SEGMENTS = "/api/v1/segments";
    private static final Instant AT = Instant.parse("2026-03-05T10:00:00Z");

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(SegmentsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_segment_of_each_type_with_one_fan() {
        backend.asked.clear();
        backend.on(FindSegments.class, query -> {
                    String type = query.type().word();
                    return new Page<>(List.of(new Segment(type, "5", "a " + type, 1)), "1", "1", false, 1);
                })
                .on(FindSegmentStatus.class, query -> new SegmentStatus(5, 4, 3, 2, 1, AT))
                .on(
                        FindSegmentFans.class,
                        query -> new Page<>(
                                List.of(new SegmentFan(42, "a@x.example", null, "Ada", null, true, false, AT)),
                                "42",
                                "42",
                                query.paging().after() == null,
                                9));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void tags_come_before_snapshots_and_these_before_filters() {
        client.get().uri(SEGMENTS).exchange().expectStatus().isOk().expectBody().json("""
                        [{"segment_type": "tag", "segment_id": "5", "segment_name": "a tag", "segment_count": 1},
                         {"segment_type": "snapshot", "segment_id": "5", "segment_name": "a snapshot", "segment_count": 1},
                         {"segment_type": "filter", "segment_id": "5", "segment_name": "a filter", "segment_count": 1}]""");
        assertThat(backend.asked)
                .extracting(query -> ((FindSegments) query).type())
                .containsExactly(SegmentType.TAG, SegmentType.SNAPSHOT, SegmentType.FILTER);
    }

    @Test
    void a_status_has_the_number_of_reachable_fans_and_both_times() {
        client.get()
                .uri(SEGMENTS + "/snapshot/s/status")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"fan_count": 5, "email_count": 4, "phone_count": 3, "phone_subscribe_count": 2,
                         "email_subscribe_count": 1, "last_update_timestamp": 1772704800,
                         "last_update_timestamp_iso": "2026-03-05T10:00:00Z"}""");
        FindSegmentStatus asked = (FindSegmentStatus) backend.asked.getFirst();
        assertThat(asked.type() + " " + asked.segmentId()).isEqualTo("snapshot s");
    }

    @Test
    void fans_go_on_with_their_search_uid_as_many_as_before_and_among_those_of_the_first_page() {
        JsonNode first = fans("/snapshot/s?limit=7");
        assertThat(first.at("/data/0").toString())
                .contains("\"fan_id\":42", "\"is_subscribed\":true", "\"is_phone_subscribed\":false");
        FindSegmentFans begun = (FindSegmentFans) backend.asked.getFirst();
        assertThat(begun.until()).isNull();
        String searchUid = first.at("/meta/search_uid").asString();
        JsonNode last = fans("/snapshot/s?search_uid=" + searchUid);
        assertThat(last.at("/meta").has("search_uid")).isFalse();
        FindSegmentFans next = (FindSegmentFans) backend.asked.getLast();
        assertThat(next.until()).isEqualTo(9);
        assertThat(next.paging().after()).isEqualTo("42");
        assertThat(next.paging().limit()).isEqualTo(7);
        naming(
                client.get()
                        .uri(SEGMENTS + "/snapshot/other?search_uid=" + searchUid)
                        .exchange()
                        .expectStatus(),
                "search_uid");
    }

    @Test
    void a_segment_that_is_not_there_is_a_404() {
        backend.on(FindSegmentStatus.class, query -> Mono.error(Refusal.unknown("There is no such tag.")));
        client.get().uri(SEGMENTS + "/tag/9/status").exchange().expectStatus().isNotFound();
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=-1", "limit=10001", "limit=all"})
    void a_page_has_10000_fans_at_most_and_may_have_none(String query) {
        naming(client.get().uri(SEGMENTS + "/tag/5?" + query).exchange().expectStatus(), "limit");
        fans("/tag/5?limit=0");
        fans("/tag/5?limit=10000");
    }

    private JsonNode fans(String uri) {
        return client.get()
                .uri(SEGMENTS + uri)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
    }
}
