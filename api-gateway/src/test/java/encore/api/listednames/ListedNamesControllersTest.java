package encore.api.listednames;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.PersonUnderTest;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanBuilder;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.listednames.ListedNameQuery.FindNamesOfThings;
import encore.kernel.listednames.ListedNameQuery.NameOfThing;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Role;
import encore.kernel.points.PointType;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindTags;
import encore.kernel.venues.VenueBuilder;
import encore.kernel.venues.VenueQuery.ListVenues;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.http.HttpMethod;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.node.NullNode;

class ListedNamesControllersTest {

    private static final String FOUND = "/api/v1/manage/found";
    private static final String NAMES = "/api/v1/manage/names";
    private static final Instant THEN = Instant.parse("2026-03-01T12:00:00Z");

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(NamesController.class, FoundController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void some_things() {
        backend.asked.clear();
        backend.on(FindTags.class, query -> page(new Tag(5, "Open VIP", THEN)))
                .on(
                        ListVenues.class,
                        query -> page(VenueBuilder.builder()
                                .venueUid("v")
                                .venueName("Open Air")
                                .city("Oslo")
                                .build()))
                .on(
                        FindPointTypes.class,
                        query -> List.of(
                                new PointType("p", "Applause open", THEN), new PointType("q", "Reopened", THEN)))
                .on(
                        FindNamesOfThings.class,
                        query -> query.streams().stream()
                                .filter(stream -> !stream.endsWith(".404"))
                                .map(stream -> new NameOfThing(stream, "Name of " + stream))
                                .toList())
                .on(
                        FindFans.class,
                        query -> query.fanIds().stream()
                                .map(ListedNamesControllersTest::fan)
                                .toList());
    }

    private static <T> Page<T> page(T row) {
        return new Page<>(List.of(row), "1", "1", false, 9);
    }

    private static Fan fan(long id) {
        return FanBuilder.builder()
                .fanId(id)
                .accountId(7)
                .creationTimestamp(THEN)
                .lastUpdateTimestamp(THEN)
                .fields(NullNode.instance)
                .hasPassword(false)
                .name("Ada Lovelace")
                .build();
    }

    @Test
    void things_of_several_kinds_are_found_in_the_order_of_the_kinds() {
        json(get(FOUND + "?q=open&kinds=tags&kinds=points&kinds=venues&limit=3"), """
                [{"kind": "venues", "id": "v", "name": "Open Air", "about": "Oslo"},
                 {"kind": "tags", "id": "5", "name": "Open VIP", "about": null},
                 {"kind": "points", "id": "p", "name": "Applause open", "about": null}]""");
        assertThat(backend.asked).contains(new FindTags(7, new NextKey(null, 3, "open")));
    }

    @Test
    void a_wrong_search_is_refused_by_its_parameter() {
        wrong(FOUND, "q");
        wrong(FOUND + "?q=" + "x".repeat(101), "q");
        wrong(FOUND + "?q=a&limit=21", "limit");
        wrong(FOUND + "?q=a&limit=0", "limit");
        wrong(FOUND + "?q=a&kinds=planets", "kinds");
        wrong(FOUND + "?q=a&kind=tags", "kind");
        assertThat(backend.asked).isEmpty();
    }

    @Test
    void kinds_that_a_role_may_not_read_are_left_out_of_what_is_found() {
        PersonUnderTest moderator = PersonUnderTest.signedIn(GATEWAY, Role.MODERATOR);
        json(moderator.call(HttpMethod.GET, FOUND + "?q=open&kinds=tags&kinds=venues&kinds=points"), """
                [{"kind": "tags", "id": "5", "name": "Open VIP", "about": null}]""");
        assertThat(backend.asked).containsExactly(new FindTags(7, new NextKey(null, 8, "open")));
    }

    @Test
    void names_are_told_by_ids_of_many_kinds_and_the_unknown_are_left_out() {
        json(get(NAMES + "?page_tab_id=12&reward_uid=r&reward_uid=404&fan_id=42"), """
                {"things": [{"kind": "apps", "id": "12", "name": "Name of campaign.7.12"},
                            {"kind": "quests", "id": "12", "name": "Name of quest.7.12"},
                            {"kind": "rewards", "id": "r", "name": "Name of reward.7.r"}],
                 "fans": [{"fan_id": 42, "display_name": null, "name": "Ada Lovelace"}]}""");
        json(get(NAMES), "{\"things\": [], \"fans\": []}");
    }

    @Test
    void an_id_never_leads_to_another_account() {
        get(NAMES + "?venue_uid=8.x&stream_key=fan_stream.8.y")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(backend.asked)
                .singleElement()
                .extracting(query -> ((FindNamesOfThings) query).streams())
                .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                .containsExactly("venue.7.8.x", "fan_stream.7.fan_stream.8.y");
    }

    @Test
    void names_that_a_role_may_not_know_are_left_out() {
        PersonUnderTest moderator = PersonUnderTest.signedIn(GATEWAY, Role.MODERATOR);
        json(moderator.call(HttpMethod.GET, NAMES + "?reward_uid=r&tag_id=5&fan_id=42"), """
                {"things": [{"kind": "tags", "id": "5", "name": "Name of tag.7.5"}],
                 "fans": [{"fan_id": 42, "display_name": null, "name": "A. L."}]}""");
    }

    @Test
    void too_many_ids_and_wrong_ones_are_refused_by_the_parameter() {
        get(NAMES + "?" + ids("fan_id", 500)).exchange().expectStatus().isOk();
        wrong(NAMES + "?" + ids("tag_id", 501), "tag_id");
        wrong(NAMES + "?" + ids("tag_id", 300) + "&" + ids("fan_id", 201), "fan_id");
        wrong(NAMES + "?" + ids("tag_id", 300) + "&" + ids("venue_uid", 201), "venue_uid");
        get(NAMES + "?" + ids("page_tab_id", 500)).exchange().expectStatus().isOk();
        wrong(NAMES + "?fan_id=ada", "fan_id");
        wrong(NAMES + "?planet_uid=x", "planet_uid");
    }

    private static String ids(String parameter, long count) {
        return LongStream.rangeClosed(1, count)
                .mapToObj(id -> parameter + "=" + id)
                .collect(Collectors.joining("&"));
    }

    private static WebTestClient.RequestHeadersSpec<?> get(String path) {
        return GATEWAY.server().get().uri(path).header("Prefer", "handling=strict");
    }

    private static void json(WebTestClient.RequestHeadersSpec<?> call, String expected) {
        call.exchange().expectStatus().isOk().expectBody().json(expected, JsonCompareMode.STRICT);
    }

    private static void wrong(String path, String field) {
        GatewayUnderTest.naming(get(path).exchange().expectStatus(), field);
    }
}
