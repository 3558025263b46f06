package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The description of the API says by {@code x-clears} which fields an empty value clears. Each field of the things that
 * are easily made is set and sent empty: it is cleared if it is listed, and otherwise it stays.
 */
class ClearedFieldsJourneyTest extends Journey {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Fields that are said together with others, and cleared with them. */
    private static final Map<String, ObjectNode> WITH = Map.ofEntries(
            Map.entry("access_restriction_type", object("fan_points_required", NODES.numberNode(5))),
            Map.entry("reward_type", object("fan_points_reward", NODES.numberNode(5))),
            Map.entry("requirement_type", object("fan_points_required", NODES.numberNode(5))),
            Map.entry("winner_selection_model", object("reward_limit", NODES.numberNode(5))),
            Map.entry("expiration_timestamp", object("timezone", NODES.stringNode("UTC"))),
            Map.entry("timezone of rewards", object("expiration_timestamp", NODES.stringNode("2099-05-01T20:00:00"))),
            Map.entry("province", object("country_code", NODES.stringNode("CA"))),
            Map.entry("city", object("country_code", NODES.stringNode("CA"))),
            Map.entry("postal_code", object("country_code", NODES.stringNode("CA"))),
            Map.entry("latitude", object("longitude", NODES.numberNode(5))),
            Map.entry("longitude", object("latitude", NODES.numberNode(5))));

    /** A password is never answered. Only fields with choices have options, and these always. */
    private static final Set<String> NOT_READ = Set.of("password", "field_options");

    /** Kinds of quests and rewards keep only the fields that they need; a tracker of no shop keeps the network custom. */
    private static final Map<String, Set<String>> NOT_KEPT = Map.of(
            "/api/v1/manage/quests/{page_tab_id}",
            Set.of(
                    "target_page_tab_id",
                    "site_name",
                    "scan_group_names",
                    "link_url",
                    "fan_points_required",
                    "point_tier_uid",
                    "required_page_tab_ids",
                    "tag_name",
                    "fan_points_reward",
                    "vendorb_location_group_id",
                    "vendorb_promotion_id",
                    "vendora_sales_event_key",
                    "vendora_promo_key",
                    "vendora_delivery_method",
                    "disable_vendora_qrcode_email",
                    "scan_min_timestamp",
                    "scan_max_timestamp"),
            "/api/v1/manage/rewards/{reward_uid}",
            Set.of(
                    "reward_limit",
                    "fan_points_required",
                    "point_tier_uid",
                    "required_page_tab_ids",
                    "access_start_timestamp",
                    "access_end_timestamp",
                    "access_pass_type",
                    "is_limited",
                    "vendora_sales_event_key",
                    "vendora_promo_key",
                    "vendora_delivery_method",
                    "disable_vendora_qrcode_email",
                    "vendorb_location_group_id",
                    "vendorb_promotion_id"),
            "/api/v1/manage/trackers/{tracker_id}",
            Set.of("network"));

    /** They need a show, a pass, a room, tickets or an import. */
    private static final Set<String> NOT_TRIED = Set.of(
            "/api/v1/manage/apps/{page_tab_id}/passes/{pass_uid}",
            "/api/v1/manage/apps/{page_tab_id}/quiz_questions/{quiz_question_uid}",
            "/api/v1/manage/apps/{page_tab_id}/rooms/{room_key}",
            "/api/v1/manage/apps/{page_tab_id}/tab_items/{tab_item_id}",
            "/api/v1/manage/apps/{page_tab_id}/tab_items/{tab_item_id}/wagers/{wager_uid}",
            "/api/v1/manage/live/{page_tab_id}/feeds/{video_endpoint_uid}",
            "/api/v1/manage/live/{page_tab_id}/games/{game_key}",
            "/api/v1/manage/live/{page_tab_id}/overlays/{app_overlay_uid}",
            "/api/v1/manage/live/{page_tab_id}/vods/{option_id}",
            "/api/v1/manage/networks/{network}",
            "/api/v1/manage/rewards/{reward_uid}/passes/{pass_uid}",
            "/api/v1/manage/search_filters/{filter_uid}",
            "/api/v1/manage/ticket_events/{event_uid}",
            "/api/v1/template_portals/{portal_uid}");

    private final Map<String, String> things = new LinkedHashMap<>();
    private final Map<String, JsonNode> references = new LinkedHashMap<>();
    private JsonNode description = NODES.objectNode();

    @BeforeEach
    void there_is_a_thing_of_each_kind() {
        description = api.get("/openapi.json").mustBe(200).body();
        String fan = String.valueOf(api.fan("ada@fans.example"));
        api.post("/api/v1/crm/fans/" + fan, "phone", "+43 660 1234567", "country_code", "AT")
                .mustBe(200);
        things.put("/api/v1/crm/fans/{fan_id}", fan);
        things.put("/api/v1/manage/fans/{fan_id}", fan);
        api.post("/api/v1/manage/fans/" + fan, "tag_vip", true).mustBe(200);
        refer("tags", api.get("/api/v1/manage/tags").mustBe(200).body().at("/0/tag_id"));
        String points = api.pointType("applause");
        refer("points", points);
        refer(
                "points.point_tiers",
                api.made(
                        "/api/v1/crm/points/" + points + "/point_tiers",
                        "point_tier_uid",
                        "tier_name",
                        "Gold",
                        "min_points",
                        3));
        refer(
                "media",
                api.upload("/api/v1/manage/media", MediaJourneyTest.picture(60, 40, "jpeg"))
                        .mustBe(200)
                        .body()
                        .get("media_uid"));
        refer("venues", venue("Hall"));
        refer("idols", idol("Larks"));
        refer("performances", performance("Gala"));
        refer("businesses", NODES.numberNode(api.business("Rovers")));
        refer("apps", NODES.numberNode(api.campaign("Poll", "trivia")));
        long business = api.business("United");
        refer("quests", NODES.numberNode(Long.parseLong(quest(business, "Shout"))));
        things.put("/api/v1/manage/businesses/{business_id}", String.valueOf(business));
        things.put("/api/v1/manage/venues/{venue_uid}", venue("Arena"));
        things.put("/api/v1/manage/idols/{idol_uid}", idol("Owls"));
        things.put("/api/v1/ent/performances/{performance_uid}", performance("Encore"));
        things.put("/api/v1/manage/performances/{performance_uid}", performance("Matinee"));
        things.put("/api/v1/manage/apps/{page_tab_id}", String.valueOf(api.campaign("Final", "bundle")));
        things.put("/api/v1/manage/quests/{page_tab_id}", quest(business, "Wave"));
        things.put(
                "/api/v1/manage/rewards/{reward_uid}",
                api.made(
                        "/api/v1/ent/businesses/" + business + "/rewards",
                        "reward_uid",
                        "reward_title",
                        "Scarf",
                        "reward_type",
                        "badge"));
        things.put(
                "/api/v1/manage/idol_events/{idol_event_uid}",
                api.made(
                        "/api/v1/manage/idol_events",
                        "idol_event_uid",
                        "idol_uid",
                        idol("Finches"),
                        "start_date",
                        "2026-06-01"));
        things.put(
                "/api/v1/manage/streams/{stream_key}",
                api.made("/api/v1/manage/streams", "stream_key", "stream_name", "Wall"));
        // No other account has the domain.
        String domain = "d" + System.nanoTime() + ".example";
        api.post("/api/v1/manage/tracker_domains", "virtual_domain", domain).mustBe(200);
        things.put(
                "/api/v1/manage/trackers/{tracker_id}",
                api.made(
                        "/api/v1/trackers",
                        "tracker_id",
                        "virtual_domain",
                        domain,
                        "tracker_group_name",
                        "Spring",
                        "tracker_name",
                        "Poster",
                        "target_url",
                        "https://shop.example/spring"));
        things.put(
                "/api/v1/manage/webhooks/{webhook_uid}",
                api.made("/api/v1/manage/webhooks", "webhook_uid", "url", "https://hooks.example.com/first"));
        things.put(
                "/api/v1/manage/fields/{crm_field_key}",
                api.made("/api/v1/manage/fields", "crm_field_key", "crm_field_key", "seat", "field_type", "text"));
    }

    @Test
    void an_empty_value_clears_the_fields_that_the_description_lists_and_no_others() {
        List<String> wrong = new ArrayList<>();
        int cleared = 0;
        for (var thing : things.entrySet()) {
            JsonNode body = body(thing.getKey());
            Set<String> clears = texts(body.path("x-clears"));
            String path = thing.getKey().replaceFirst("\\{.*}", thing.getValue());
            JsonNode fresh = read(path);
            for (var field : body.path("properties").properties()) {
                if (NOT_READ.contains(field.getKey())
                        || NOT_KEPT.getOrDefault(thing.getKey(), Set.of()).contains(field.getKey())) {
                    continue;
                }
                String fault = clears.contains(field.getKey())
                        ? clear(path, fresh, field.getKey(), field.getValue())
                        : keep(path, field.getKey());
                if (fault != null) {
                    wrong.add(thing.getKey() + " " + field.getKey() + " " + fault);
                }
                cleared += clears.contains(field.getKey()) ? 1 : 0;
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(cleared).isGreaterThan(120);
    }

    @Test
    void each_change_that_clears_is_tried_or_named() {
        var all = description.path("paths").properties().stream()
                .map(Map.Entry::getKey)
                .filter(path ->
                        path.endsWith("}") && !body(path).path("x-clears").isMissingNode())
                .toList();
        assertThat(all).hasSizeGreaterThan(25);
        assertThat(all).allMatch(path -> things.containsKey(path) != NOT_TRIED.contains(path));
    }

    /** Sets a field to another value than it had, then sends it empty; the fault, or null. */
    private @Nullable String clear(String path, JsonNode fresh, String name, JsonNode schema) {
        ObjectNode set = with(path, name);
        JsonNode sample = sample(schema, fresh.path(name));
        if (sample.isMissingNode()) {
            return "has no sample";
        }
        set.set(name, sample);
        Api.Answer answer = api.postJson(path, set.toString());
        if (answer.status() != 200) {
            return "is not set: " + answer.body();
        }
        JsonNode was = read(path).path(name);
        if (isEmpty(was) || was.equals(fresh.path(name))) {
            return "is set to " + was;
        }
        ObjectNode empty = NODES.objectNode();
        set.properties()
                .forEach(each ->
                        empty.set(each.getKey(), each.getValue().isArray() ? NODES.arrayNode() : NODES.nullNode()));
        answer = api.postJson(path, empty.toString());
        if (answer.status() != 200) {
            return "is not cleared: " + answer.body();
        }
        JsonNode left = read(path).path(name);
        if (!isEmpty(fresh.path(name))) {
            api.postJson(path, object(name, fresh.path(name)).toString());
        }
        // What has a default has it again.
        return isEmpty(left) || left.equals(fresh.path(name)) ? null : "is left as " + left;
    }

    /** Sends a field empty that is not listed: it is refused or passed over. */
    private @Nullable String keep(String path, String name) {
        JsonNode before = read(path);
        api.postJson(path, object(name, NODES.nullNode()).toString());
        api.postJson(path, object(name, NODES.stringNode("")).toString());
        return read(path).path(name).equals(before.path(name)) ? null : "is cleared without being listed";
    }

    private static ObjectNode with(String path, String name) {
        ObjectNode others = name.equals("timezone") && path.contains("/rewards/")
                ? WITH.get("timezone of rewards")
                : WITH.getOrDefault(name, NODES.objectNode());
        return others == null ? NODES.objectNode() : others.deepCopy();
    }

    private JsonNode sample(JsonNode schema, JsonNode present) {
        JsonNode reference = schema.path("x-ref");
        if (!reference.isMissingNode()) {
            JsonNode id = references.getOrDefault(reference.asString(), NODES.missingNode());
            return schema.path("type").asString("").equals("array")
                    ? NODES.arrayNode().add(id)
                    : id;
        }
        JsonNode example = schema.at("/examples/0");
        if (schema.path("type").asString("").equals("boolean")) {
            return NODES.booleanNode(!present.asBoolean(false));
        }
        if (schema.has("enum") && example.equals(present)) {
            return StreamSupport.stream(schema.get("enum").spliterator(), false)
                    .filter(value -> !value.equals(present) && !value.isNull())
                    .findFirst()
                    .orElseThrow();
        }
        return example.isIntegralNumber() && example.asLong() == present.asLong(-1)
                ? NODES.numberNode(example.asLong() + 1)
                : example;
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isMissingNode()
                || value.isNull()
                || value.isContainer() && value.isEmpty()
                || value.isString() && value.asString().isEmpty();
    }

    private JsonNode read(String path) {
        return api.get(path).mustBe(200).body();
    }

    private JsonNode body(String path) {
        JsonNode schema = description.path("paths").path(path).at("/post/requestBody/content/application~1json/schema");
        String name = schema.path("$ref").asString("").replaceFirst(".*/", "");
        return description.at("/components/schemas/" + name);
    }

    private static Set<String> texts(JsonNode list) {
        return Set.copyOf(StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asString)
                .toList());
    }

    private static ObjectNode object(String name, JsonNode value) {
        return JsonMapper.shared().createObjectNode().set(name, value);
    }

    private void refer(String kind, String id) {
        refer(kind, NODES.stringNode(id));
    }

    private void refer(String kind, JsonNode id) {
        references.put(kind, id);
    }

    private String venue(String name) {
        return api.made("/api/v1/manage/venues", "venue_uid", "venue_name", name);
    }

    private String idol(String name) {
        return api.made("/api/v1/idols", "idol_uid", "idol_name", name);
    }

    private String performance(String name) {
        return api.made(
                "/api/v1/ent/performances",
                "performance_uid",
                "performance_name",
                name,
                "performance_date",
                "2026-05-02");
    }

    private String quest(long business, String title) {
        return api.made(
                "/api/v1/ent/businesses/" + business + "/quests",
                "page_tab_id",
                "quest_title",
                title,
                "quest_type",
                "custom");
    }
}
