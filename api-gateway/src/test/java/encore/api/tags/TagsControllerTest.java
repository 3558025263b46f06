package encore.api.tags;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.paging.Page;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindFanTags;
import encore.kernel.tags.TagQuery.FindTags;
import encore.kernel.tags.TaggedFan;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.WebTestClient;

class TagsControllerTest {

    private static final Instant THEN = Instant.parse("2026-03-01T12:00:00Z");

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(TagsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_tag() {
        backend.asked.clear();
        backend.on(FindTags.class, query -> new Page<>(List.of(new Tag(5, "VIP", THEN)), "1", "1", false, 9))
                .on(
                        FindFanTags.class,
                        query -> List.of(new TaggedFan("VIP", 5, 42, THEN, "Ann", null, "ann@x.example")));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void the_tags_of_fans_are_listed_with_their_fans() {
        get("").isOk().expectBody().json("""
                [{"tag_name": "VIP", "tag_id": 5, "fan_id": 42, "creation_timestamp": 1772366400,
                  "creation_timestamp_iso": "2026-03-01T12:00:00Z", "first_name": "Ann", "last_name": null,
                  "email": "ann@x.example"}]""");
        assertThat(backend.asked).isEqualTo(List.of(new FindFanTags(7, null, null, 10_000)));
    }

    @Test
    void days_are_left_out_whole_and_times_as_they_stand() {
        get("?start_date=2026-03-01&end_date=2026-03-05").isOk();
        get("?start_date=2026-03-01T12:00:00Z&end_date=1772366401").isOk();
        assertThat(backend.asked)
                .isEqualTo(List.of(
                        new FindFanTags(
                                7,
                                Instant.parse("2026-03-02T00:00:00Z"),
                                Instant.parse("2026-03-05T00:00:00Z"),
                                10_000),
                        new FindFanTags(7, THEN.plusNanos(1), THEN.plusSeconds(1), 10_000)));
        naming(get("?start_date=yesterday"), "start_date");
    }

    @Test
    void an_accounts_tags_are_listed() {
        client.get()
                .uri("/api/v1/manage/tags")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("[{\"tag_id\": 5, \"tag_name\": \"VIP\", \"creation_timestamp\": 1772366400}]");
    }

    private org.springframework.test.web.reactive.server.StatusAssertions get(String query) {
        return client.get().uri("/api/v1/crm/fan_tags" + query).exchange().expectStatus();
    }
}
