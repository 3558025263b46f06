package encore.api.fans;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.filters.FilterCommand.AddFilter;
import encore.kernel.filters.FilterCommand.ChangeFilter;
import encore.kernel.filters.FilterCommand.RemoveFilter;
import encore.kernel.filters.FilterId;
import encore.kernel.filters.FilterNames;
import encore.kernel.filters.FilterQuery.FindManagedFilter;
import encore.kernel.filters.FilterQuery.FindSearchFilters;
import encore.kernel.filters.FilterUid;
import encore.kernel.filters.SearchFilter;
import encore.kernel.paging.Page;
import encore.kernel.search.FanCriteria;
import encore.kernel.segments.FanCount;
import encore.kernel.segments.SegmentQuery.CountFoundFans;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.node.JsonNodeFactory;

class SearchFiltersControllerTest {

    private static final String MANAGED = "/api/v1/manage/search_filters";
    private static final Instant MADE = Instant.parse("2026-03-05T10:00:00Z");

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            ManagedFiltersController.class, SearchFiltersController.class, FanCountController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_filter() {
        backend.sent.clear();
        backend.asked.clear();
        var criteria = JsonNodeFactory.instance.objectNode().put("name", "Ada");
        var shown = new SearchFilter.Managed("f", "Regulars", "house", MADE, criteria);
        backend.on(FindManagedFilter.class, query -> shown)
                .on(
                        FindSearchFilters.class,
                        query -> new Page<>(List.of(new SearchFilter("f", "Regulars", 7, MADE, 3)), "1", "1", false, 1))
                .on(AddFilter.class, command -> new FilterUid("f"))
                .on(ChangeFilter.class, command -> new FilterUid("f"))
                .on(RemoveFilter.class, command -> new FilterUid("f"));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void criteria_are_kept_as_they_were_given_and_as_they_are_meant() {
        client.post()
                .uri(MANAGED)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("""
                        {"filter_name": " Regulars ", "name": "Ada", "fan_tags": ["vip"], "fan_tag_relations": true,
                         "include_tags": true, "limit": 3}""")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"filter_uid": "f", "filter_name": "Regulars", "group_name": "house",
                         "creation_timestamp": 1772704800, "criteria": {"name": "Ada"}}""");
        AddFilter add = (AddFilter) backend.sent.getFirst();
        assertThat(add.names()).isEqualTo(new FilterNames("Regulars", null));
        assertThat(add.sought().parameters().toString())
                .isEqualTo("{\"name\":\"Ada\",\"fan_tags\":[\"vip\"],\"fan_tag_relations\":true}");
        assertThat(add.sought().criteria().tags().names()).containsExactly("vip");
    }

    @Test
    void a_change_without_criteria_leaves_them_and_an_empty_group_goes() {
        change("group_name=");
        assertThat(backend.sent)
                .containsExactly(new ChangeFilter(
                        new FilterId(7, "f"), new Patch<>(FilterNames.NONE, Set.of("groupName")), null));
        backend.sent.clear();
        change("fan_rating=5");
        ChangeFilter change = (ChangeFilter) backend.sent.getFirst();
        assertThat(change.sought()).isNotNull();
    }

    private void change(String form) {
        client.post()
                .uri(MANAGED + "/f")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange()
                .expectStatus()
                .isOk();
    }

    @Test
    void days_are_whole_and_in_order() {
        client.get()
                .uri("/api/v1/crm/search_filters?creation_start_date=2026-03-01&creation_end_date=2026-03-01")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        [{"filter_uid": "f", "filter_name": "Regulars", "account_id": 7,
                          "creation_timestamp": 1772704800, "last_search_count": 3}]""");
        FindSearchFilters find = (FindSearchFilters) backend.asked.getFirst();
        assertThat(find.from()).isEqualTo(Instant.parse("2026-03-01T00:00:00Z"));
        assertThat(find.before()).isEqualTo(Instant.parse("2026-03-02T00:00:00Z"));
        String turned = "/api/v1/crm/search_filters?creation_start_date=2026-03-02&creation_end_date=2026-03-01";
        naming(client.get().uri(turned).exchange().expectStatus(), "creation_end_date");
        naming(client.get().uri("/api/v1/crm/fan_stats").exchange().expectStatus(), "filter_name");
    }

    @Test
    void a_search_is_counted_by_its_criteria_alone() {
        backend.on(CountFoundFans.class, query -> new FanCount(3));
        client.get()
                .uri("/api/v1/manage/fan_count?fan_tags=vip&limit=1&max_count=2&include_tags=true")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"fan_count\": 3}");
        CountFoundFans count = (CountFoundFans) backend.asked.getFirst();
        assertThat(count.account()).isEqualTo(7);
        assertThat(count.criteria()).isEqualTo(FanCriteria.tagged("vip"));
        String turned = "/api/v1/manage/fan_count?fan_youngest_age=many";
        naming(client.get().uri(turned).exchange().expectStatus(), "fan_youngest_age");
    }
}
