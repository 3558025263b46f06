package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.Api.Answer;
import encore.infra.standalone.RunningEncore.Arrangement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Every parameter of every call in openapi.json, sent wrong in each way there is: the right 4xx, and nothing changed. */
@RunsOn(value = Arrangement.EMBEDDED, because = "what is refused reaches no store")
class BadInputJourneyTest extends Journey {

    private static final Map<String, String> GOOD = Map.ofEntries(
            Map.entry("point_count", "1"),
            Map.entry("tier_name", "gold"),
            Map.entry("min_points", "5"),
            Map.entry("network", "music"),
            Map.entry("identifier_value", "someone"),
            Map.entry("display_name", "Ada L"),
            Map.entry("start_date", "2026-01-01"),
            Map.entry("end_date", "2026-12-31"),
            Map.entry("label", "a key"),
            Map.entry("scopes", "crm"),
            Map.entry("origin", "https://fans.example"),
            Map.entry("name", "someone"),
            Map.entry("performance_name", "Opening night"),
            Map.entry("performance_date", "2026-12-31"),
            Map.entry("idol_name", "Someone"),
            Map.entry("business_name", "Someone's"),
            Map.entry("venue_name", "Somewhere"),
            Map.entry("app_type", "trivia"),
            Map.entry("room_key", "stage"),
            Map.entry("view_date", "2026-01-01"),
            Map.entry("title", "Final"),
            Map.entry("odds", "2"),
            Map.entry("question", "Encore?"),
            Map.entry("ip_address", "203.0.113.7"),
            Map.entry("is_blocked", "false"),
            Map.entry("options", "yes"),
            Map.entry("crm_field_key", "size"),
            Map.entry("field_type", "number"),
            Map.entry("tag_name", "vip"),
            Map.entry("filter_name", "Regulars"),
            Map.entry("segment_type", "tag"),
            Map.entry("snapshot_name", "May"),
            Map.entry("related_tag_name", "gold"),
            Map.entry("related_idol_uid", "none"),
            Map.entry("action", "delete"),
            Map.entry("first_name", "Ada"),
            Map.entry("last_name", "L"),
            Map.entry("event_name", "Gala"),
            Map.entry("event_date", "2026-05-01"),
            Map.entry("registration_key", "gala-1"),
            Map.entry("registration_timestamp", "2026-04-01 10:00:00"),
            Map.entry("purchase_key", "disc-1"),
            Map.entry("order_key", "order-1"),
            Map.entry("merchant_key", "shop-1"),
            Map.entry("order_timestamp", "2026-04-01 10:00:00"),
            Map.entry("gross_sale_amount", "12.50"),
            Map.entry("net_sale_amount", "10"),
            Map.entry("purchase_timestamp", "2026-01-01 10:00:00"),
            Map.entry("min_purchase_date", "2026-01-01"),
            Map.entry("max_purchase_date", "2026-12-31"),
            Map.entry("paid_amount", "50"),
            Map.entry("num_seats", "2"),
            Map.entry("event_key", "gala"),
            Map.entry("quest_title", "First steps"),
            Map.entry("quest_type", "custom"),
            Map.entry("reward_title", "Cup"),
            Map.entry("reward_type", "badge"),
            Map.entry("prize_codes", "SUMMER-7QK2"),
            Map.entry("answer_idx", "0"),
            Map.entry("clicker_instance_uid", "none"),
            Map.entry("click_count", "1"),
            Map.entry("chat_message_uid", "none"),
            Map.entry("reason", "rude"),
            Map.entry("target", "wager_points"),
            Map.entry("game_key", "memory"),
            Map.entry("state", "active"),
            Map.entry("feed_name", "Main"),
            Map.entry("overlay_type", "text"),
            Map.entry("option_name", "Trailer"),
            Map.entry("hls_origin", "https://video.example"),
            Map.entry("from", "2026-01-01 10:00:00"),
            Map.entry("to", "2026-01-01 11:00:00"),
            Map.entry("code", "a"),
            Map.entry("prop_name", "colours"),
            Map.entry("user_key", "someone"),
            Map.entry("push_token", "token-1"),
            Map.entry("device_network", "ios"),
            Map.entry("portal_name", "Partners"),
            Map.entry("performance_group_name", "Tour"),
            Map.entry("template_name", "Poster"),
            Map.entry("tracker_name", "Poster"),
            Map.entry("tracker_group_name", "Spring"),
            Map.entry("target_url", "https://shop.example/a"),
            Map.entry("report_name", "Week"),
            Map.entry("report_type", "sms"),
            Map.entry("email", "new@bad-input.example"));

    /** Their schema says nothing, as that of what may be anything. */
    private static final Set<String> OBJECTS = Set.of(
            "media_map",
            "scheduler_props",
            "locale_props",
            "wifi_props",
            "props",
            "style_props",
            "links_map",
            "crm_fields",
            "details");

    /** Ids of an account's things, with one that never was; without it that would tell no more. */
    private static final Map<String, String> IDS = Map.ofEntries(
            Map.entry("fan_id", "1"),
            Map.entry("connected_fan_id", "1"),
            Map.entry("point_uid", "none"),
            Map.entry("page_tab_id", ""),
            Map.entry("referral_page_tab_id", ""),
            Map.entry("bundled_page_tab_ids", ""),
            Map.entry("business_id", ""),
            Map.entry("venue_uid", ""),
            Map.entry("performance_uid", ""),
            Map.entry("idol_uid", ""),
            Map.entry("idol_event_uid", ""),
            Map.entry("tab_item_id", "9"),
            Map.entry("wager_uid", ""),
            Map.entry("quiz_question_uid", ""),
            Map.entry("event_uid", ""),
            Map.entry("pass_uid", ""),
            Map.entry("claim_fan_id", ""),
            Map.entry("filter_uid", "none"),
            Map.entry("segment_id", "1"),
            Map.entry("snapshot_uid", "none"),
            Map.entry("fan_incl_snapshot_uids", "none"),
            Map.entry("fan_excl_snapshot_uids", "none"),
            Map.entry("session_uid", "none"),
            Map.entry("reward_uid", ""),
            Map.entry("portal_uid", "none"),
            Map.entry("subscription_uid", "none"),
            Map.entry("stream_key", "no key"),
            Map.entry("tracker_id", "1"),
            Map.entry("activity_id", "1"));

    /** Parameters that are required unless an id, or nothing at all, is sent in their place. */
    private static final Map<String, List<String>> REQUIRED_TOGETHER = Map.of(
            "POST /api/v1/manage/quests/simulate", List.of("business_id", "quest_title", "quest_type"),
            "POST /api/v1/manage/rewards/simulate", List.of("business_id", "reward_title", "reward_type"),
            "GET /api/v1/crm/points", List.of("point_name", "start_date", "end_date"));

    /** Parameters that may name a thing that was deleted since, so an unknown id is no error. */
    private static final Set<String> OF_HISTORY = Set.of(
            "GET /api/v1/crm/activities page_tab_id",
            "GET /api/v1/crm/fans/{fan_id}/points page_tab_id",
            "GET /api/v1/apps business_id",
            "GET /api/v1/manage/ticket_events/sales event_uid",
            "GET /api/v1/crm/registrations performance_uid",
            "DELETE /api/v1/ent/fans/{fan_id}/performances performance_uid",
            "DELETE /api/v1/ent/fans/{fan_id}/idols/events idol_event_uid",
            "DELETE /api/v1/crm/idol_fans idol_uid",
            "DELETE /api/v1/manage/idol_relations idol_uid",
            "POST /api/v1/crm/fans/{fan_id}/idols idol_uid",
            "DELETE /api/v1/crm/monitored_ip_addresses page_tab_id");

    /** Where the body names a part of the show in the path, or a question that it pushed, and another show has none of it. */
    private static final Set<String> OF_ANOTHER_SHOW = Set.of(
            "POST /api/v1/fanxp/{page_tab_id}/clicker page_tab_id",
            "POST /api/v1/manage/live/{page_tab_id}/quiz_questions/{quiz_question_uid}/results quiz_question_uid");

    private final Map<String, String> good = new HashMap<>(GOOD);
    private final Map<String, String> foreign = new HashMap<>();
    private List<Call> calls = List.of();

    /** One operation; its parameters' schemas by name. */
    private record Call(
            String method,
            String path,
            Map<String, JsonNode> inPath,
            Map<String, JsonNode> others,
            List<String> required) {

        String name() {
            return method + " " + path;
        }

        boolean isOfAShow() {
            return takesASession() || path.contains("/manage/live/");
        }

        /** Whether a session_uid is who calls, and no value among others. */
        boolean takesASession() {
            return path.contains("/fanxp/") || path.contains("/hls/");
        }
    }

    @BeforeEach
    void there_are_two_accounts_with_fans_and_points() {
        calls = calls(api.get("/openapi.json").mustBe(200).body());
        fill(good, api);
        fill(foreign, encore().newAccount());
    }

    private static void fill(Map<String, String> ids, Api account) {
        for (String name : List.of("connected_fan_id", "fan_id")) {
            ids.put(
                    name,
                    account.post("/api/v1/crm/fans", "email", name + "@bad-input.example")
                            .mustBe(200)
                            .body()
                            .get("fan_id")
                            .asString());
        }
        ids.put("filter_uid", made(account, "/api/v1/manage/search_filters", "filter_uid", "filter_name", "Regulars"));
        account.post("/api/v1/crm/fans", "email", "fan_id@bad-input.example", "tag_door", true)
                .mustBe(200);
        ids.put(
                "segment_id",
                account.get("/api/v1/segments")
                        .mustBe(200)
                        .body()
                        .at("/0/segment_id")
                        .asString());
        String snapshot = made(
                account,
                "/api/v1/manage/snapshots",
                "snapshot_uid",
                "snapshot_name",
                "All",
                "fan_ids",
                ids.get("fan_id"));
        for (String name : List.of("snapshot_uid", "fan_incl_snapshot_uids", "fan_excl_snapshot_uids")) {
            ids.put(name, snapshot);
        }
        ids.put("campaign_title", "Doors");
        ids.put("page_tab_id", String.valueOf(account.campaign("Nights", "registration")));
        ids.put("business_id", String.valueOf(account.business("Doors")));
        String rewards = "/api/v1/ent/businesses/" + ids.get("business_id") + "/rewards";
        ids.put("reward_uid", made(account, rewards, "reward_uid", "reward_title", "Mug", "reward_type", "prize_code"));
        ids.put("performance_uid", made(account, "/api/v1/ent/performances", "performance_uid"));
        Object[] names = {"portal_name", "Partners", "performance_group_name", "Tour"};
        ids.put("portal_uid", made(account, "/api/v1/template_portals", "portal_uid", names));
        Object[] device = {"user_key", "ada", "push_token", "t", "device_network", "ios"};
        account.post("/api/v1/partner_subscription", device).mustBe(200);
        ids.put(
                "subscription_uid",
                account.get("/api/v1/manage/partner_subscriptions")
                        .mustBe(200)
                        .body()
                        .at("/0/subscription_uid")
                        .asString());
        ofAStreamAndATracker(ids, account);
        ids.put("idol_uid", made(account, "/api/v1/idols", "idol_uid"));
        ids.put(
                "idol_event_uid",
                made(account, "/api/v1/manage/idol_events", "idol_event_uid", "idol_uid", ids.get("idol_uid")));
        belowACampaign(ids, account);
        ofAShow(ids, account);
        Object[] login = {"network", "password", "email", "login@bad-input.example", "password", "not so secret"};
        account.post("/api/v1/crm/fans", login).mustBe(200);
        ids.put(
                "session_uid",
                account.post(
                                "/api/v1/sessions/connect",
                                Stream.concat(Stream.of(login), Stream.of("business_id", ids.get("business_id")))
                                        .toArray())
                        .mustBe(200)
                        .body()
                        .get("session_uid")
                        .asString());
        ids.put("venue_uid", made(account, "/api/v1/manage/venues", "venue_uid", "venue_name", "Hall"));
        Object[] gala = {"event_name", "Ball", "event_key", "ball", "event_date", "2026-05-01", "network", "box"};
        ids.put("event_uid", made(account, "/api/v1/crm/tickets/events", "event_uid", gala));
        ids.put("projection", "boards");
        ids.put("position", "1");
        ids.put("point_name", "stars");
        ids.put(
                "point_uid",
                account.post("/api/v1/crm/points", "point_name", "stars")
                        .mustBe(200)
                        .body()
                        .get("point_uid")
                        .asString());
    }

    /** The key of a stream and a domain are the installation's. */
    private static void ofAStreamAndATracker(Map<String, String> ids, Api account) {
        String unique = UUID.randomUUID().toString();
        ids.put(
                "stream_key",
                made(account, "/api/v1/manage/streams", "stream_key", "stream_key", unique.replace("-", "")));
        account.post("/api/v1/manage/tracker_domains", "virtual_domain", unique + ".example")
                .mustBe(200);
        ids.put("virtual_domain", unique + ".example");
        Object[] poster = {
            "tracker_name",
            "Poster",
            "tracker_group_name",
            "Spring",
            "target_url",
            "https://shop.example/a",
            "virtual_domain",
            unique + ".example"
        };
        ids.put("tracker_id", made(account, "/api/v1/trackers", "tracker_id", poster));
    }

    private static void ofAShow(Map<String, String> ids, Api account) {
        String show = String.valueOf(account.campaign("Tonight", "fanxp"));
        ids.put("show", show);
        String questions = "/api/v1/manage/apps/" + show + "/quiz_questions";
        ids.put(
                "question of the show",
                made(account, questions, "quiz_question_uid", "question", "Encore?", "options", "a", "options", "b"));
        ids.put(
                "option_id",
                made(account, "/api/v1/manage/live/" + show + "/vods", "option_id", "option_name", "Trailer"));
    }

    /** Of a call of a show the campaign is a show, and on a public one a fan's session stands beside what is asked. */
    private static Map<String, String> valuesFor(Call call, Map<String, String> values) {
        var all = new HashMap<>(values);
        if (call.isOfAShow()) {
            all.put("page_tab_id", values.get("show"));
            all.put("quiz_question_uid", values.get("question of the show"));
        }
        return all;
    }

    private static void belowACampaign(Map<String, String> ids, Api account) {
        String campaign = "/api/v1/manage/apps/" + ids.get("page_tab_id");
        String fan = ids.get("fan_id");
        ids.put("tab_item_id", made(account, campaign + "/tab_items", "tab_item_id", "title", "Final"));
        String wagers = campaign + "/tab_items/" + ids.get("tab_item_id") + "/wagers";
        ids.put("wager_uid", made(account, wagers, "wager_uid", "title", "Home", "odds", 2));
        String questions = campaign + "/quiz_questions";
        ids.put(
                "quiz_question_uid",
                made(account, questions, "quiz_question_uid", "question", "Encore?", "options", "a", "options", "b"));
        ids.put("pass_uid", made(account, campaign + "/passes", "pass_uid", "fan_id", fan));
        String activities = "/api/v1/crm/fans/" + fan + "/activities";
        ids.put("activity_id", made(account, activities, "activity_id", "campaign_title", "Doors"));
        ids.put("claim_fan_id", ids.get("connected_fan_id"));
        ids.put("referral_page_tab_id", ids.get("page_tab_id"));
        ids.put("bundled_page_tab_ids", ids.get("page_tab_id"));
    }

    /** Its uid; each of them needs one of these. */
    private static String made(Api account, String path, String uid, Object... more) {
        Object[] form = Stream.concat(
                        Stream.of(
                                "performance_name",
                                "Doors",
                                "performance_date",
                                "2026-12-31",
                                "idol_name",
                                "Ada",
                                "start_date",
                                "2026-12-31"),
                        Stream.of(more))
                .toArray();
        return account.post(path, form).mustBe(200).body().get(uid).asString();
    }

    @Test
    void a_wrong_value_is_a_400_that_names_its_parameter_or_a_404_in_the_path() throws Exception {
        long before = mark();
        List<String> wrong = new ArrayList<>();
        int tried = 0;
        for (Call call : calls) {
            for (var parameter : call.others().entrySet()) {
                List<String> values = wrongFor(parameter.getValue());
                // The bound of a body is reached first.
                values.removeIf(value -> parameter.getKey().equals("prize_codes") && value.length() > 1 << 20);
                // An object is a row of them, and what it lacks is named, not the rows.
                values.removeIf(
                        value -> List.of("ad_stats", "idol_fans", "records", "scans", "tickets", "tracker_events")
                                        .contains(parameter.getKey())
                                && value.startsWith("{"));
                // A prop may be any JSON, and storing one is no bad input.
                if (call.path().endsWith("/props/{prop_name}")) {
                    values.addAll(List.of("text", "{", deep(1_000), "\"" + "x".repeat(64 << 10) + "\""));
                } else if (OBJECTS.contains(parameter.getKey()) && !call.path().contains("/fans/")) {
                    values.addAll(List.of("[]", "text", deep(1_000), "{\"a\":\"" + "x".repeat(64 << 10) + "\"}"));
                }
                // The bound of an address is reached first.
                values.removeIf(value -> call.method().equals("GET") && value.length() > 8 << 10);
                for (String value : values) {
                    tried++;
                    Answer answer = send(api, call, good, Map.of(parameter.getKey(), value));
                    boolean isUnknownSession = answer.status() == 401
                            && call.takesASession()
                            && parameter.getKey().equals("session_uid");
                    if (isUnknownSession) {
                        continue;
                    }
                    if (answer.status() != 400 || !fields(answer).contains(parameter.getKey())) {
                        wrong.add(call.name() + " " + parameter.getKey() + "=" + shortened(value) + ": "
                                + shortened(answer.text()));
                    }
                }
            }
            for (var parameter : call.inPath().entrySet()) {
                for (String value : wrongFor(parameter.getValue())) {
                    tried++;
                    Answer answer = send(api, call, good, Map.of(parameter.getKey(), value));
                    if (answer.status() != unknownInPath(parameter.getKey())) {
                        wrong.add(call.name() + " " + parameter.getKey() + "=" + shortened(value) + ": "
                                + shortened(answer.text()));
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(tried).isGreaterThan(200);
        nothingIsRecordedSince(before);
    }

    @Test
    void missing_parameters_are_named() throws Exception {
        long before = mark();
        List<String> wrong = new ArrayList<>();
        for (Call call : calls) {
            for (String name : call.required()) {
                var without = new HashMap<>(good);
                without.remove(name);
                Answer answer = send(api, call, without, Map.of());
                if (answer.status() != 400 || !fields(answer).contains(name)) {
                    wrong.add(call.name() + " without " + name + ": " + shortened(answer.text()));
                }
            }
        }
        assertThat(wrong).isEmpty();
        nothingIsRecordedSince(before);
    }

    @Test
    void another_accounts_ids_are_as_unknown_as_those_that_never_were() throws Exception {
        long before = mark();
        List<String> wrong = new ArrayList<>();
        for (Call call : calls) {
            for (var one : IDS.entrySet()) {
                String name = one.getKey();
                for (String id : Stream.of(foreign.get(name), one.getValue())
                        .filter(id -> !id.isEmpty()
                                && !id.equals(valuesFor(call, good).get(name)))
                        .toList()) {
                    boolean inPath = call.inPath().containsKey(name);
                    if (inPath && wantsRows(call) || call.path().endsWith("/manage/names")) {
                        continue;
                    }
                    if (inPath || call.others().containsKey(name) && !isOfAnotherThing(call)) {
                        Map<String, String> instead = new HashMap<>(Map.of(name, id));
                        if (call.path().endsWith("/checkin")) {
                            // One of two is required.
                            instead.putIfAbsent("pass_uid", good.get("pass_uid"));
                        }
                        if (call.path().endsWith("/fans/{fan_id}/idols")) {
                            instead.putIfAbsent("idol_uid", good.get("idol_uid"));
                        }
                        if (call.path().endsWith("/signup")) {
                            instead.putIfAbsent("email", "nobody@fans.example");
                        }
                        if (call.path().endsWith("/manage/reports")) {
                            instead.put("last_days", "7");
                        }
                        if (call.path().endsWith("/vods")) {
                            instead.put("option_name", "Trailer");
                        }
                        Answer answer = send(api, call, good, instead);
                        if (OF_ANOTHER_SHOW.contains(call.name() + " " + name)) {
                            answer.mustBe(400);
                            continue;
                        }
                        // At connect it comes with a fan's login alone, and this call opens a guest's session.
                        boolean isSession =
                                name.equals("session_uid") && !call.path().endsWith("/connect");
                        int expected = inPath || isSession
                                ? unknownInPath(name)
                                : OF_HISTORY.contains(call.name() + " " + name) ? 200 : 400;
                        if (answer.status() != expected
                                || expected == 400 && !fields(answer).contains(name)) {
                            wrong.add(call.name() + " " + name + "=" + id + ": " + answer.status() + " "
                                    + shortened(answer.text()));
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        nothingIsRecordedSince(before);
    }

    @Test
    void bodies_that_cannot_be_read_are_refused() throws Exception {
        long before = mark();
        for (Call call : calls) {
            if (call.method().equals("POST")) {
                String path = path(call, valuesFor(call, good));
                api.postJson(path, "{\"a\":").mustBe(400);
                api.postJson(path, "[1").mustBe(400);
                api.postJson(path, "\"text\"").mustBe(400);
                api.postJson(path, "{\"x\":\"" + "y".repeat(2 << 20) + "\"}").mustBe(413);
            }
        }
        api.postJson("/api/v1/manage/businesses", "{\"business_name\": \"B\", \"x\": 1e2147483648}")
                .mustBe(400);
        Object[] many = Stream.generate(() -> "a").limit(200_000).toArray();
        api.post("/api/v1/crm/fans", many).mustBe(400);
        api.post("/api/v1/crm/fans", "email", "%ff").mustBe(400);
        nothingIsRecordedSince(before);
    }

    @Test
    void without_the_right_key_nothing_is_done() throws Exception {
        String theirs = encore().newAccount().headers().get("Api-Secret");
        long before = mark();
        Api nobody = new Api(api.url(), Map.of());
        var withoutSession = new HashMap<>(good);
        withoutSession.remove("session_uid");
        for (Call call : calls) {
            assertThat(send(nobody, call, withoutSession, Map.of()).status())
                    .as(call.name())
                    .isEqualTo(401);
        }
        Call award = calls.stream()
                .filter(call -> call.name().equals("POST /api/v1/ent/fan_points"))
                .findFirst()
                .orElseThrow();
        String key = api.headers().get("Api-Key");
        for (Map<String, String> pair : List.of(
                Map.of("Api-Key", key),
                Map.of("Api-Key", key, "Api-Secret", theirs),
                Map.of("Api-Key", key, "Api-Secret", ""),
                Map.of("Api-Key", "nobody's", "Api-Secret", theirs))) {
            assertThat(send(new Api(api.url(), pair), award, good, Map.of()).status())
                    .isEqualTo(401);
        }
        nothingIsRecordedSince(before);
    }

    private static List<String> wrongFor(JsonNode schema) {
        JsonNode value = schema.has("items") ? schema.get("items") : schema;
        List<String> wrong = new ArrayList<>();
        switch (value.path("type").asString("any")) {
            case "integer" -> wrong.addAll(List.of("abc", "1.5", "0x10", "99999999999999999999", "\u0661"));
            case "number" -> wrong.addAll(List.of("abc", "1e999999999", "NaN"));
            case "boolean" -> wrong.addAll(List.of("perhaps", "2"));
            case "string" -> {
                wrong.add("a\u0000b");
                if (value.path("format").asString("").equals("date")) {
                    wrong.addAll(List.of("2026-02-30", "1.2.2026", "yesterday"));
                }
                if (value.has("enum")) {
                    wrong.add("nonsense");
                }
                if (value.has("maxLength")) {
                    wrong.add("x".repeat(value.get("maxLength").asInt() + 1));
                }
            }
            default -> wrong.addAll(List.of("{\"a\":\"\\u0000\"}", deep(101), "{\"a\":1e20000}"));
        }
        if (value.has("maximum")) {
            wrong.add(value.get("maximum").asLong() + 1 + "");
        }
        if (value.has("minimum")) {
            wrong.add(value.get("minimum").asLong() - 1 + "");
        }
        return wrong;
    }

    /** A session that is unknown is like a wrong password, wherever it is named. */
    private static int unknownInPath(String name) {
        return name.equals("session_uid") ? 401 : 404;
    }

    private static String deep(int levels) {
        return "{\"a\":" + "[".repeat(levels - 1) + "]".repeat(levels - 1) + "}";
    }

    private static List<String> fields(Answer answer) {
        return answer.body()
                .path("errors")
                .valueStream()
                // Of a list it is one value that is wrong, and named.
                .map(error -> error.path("field").asString().replaceFirst("\\[0]$", ""))
                .toList();
    }

    private static Answer send(Api as, Call call, Map<String, String> values, Map<String, String> instead) {
        Map<String, String> all = valuesFor(call, values);
        all.putAll(instead);
        Map<String, String> given = new LinkedHashMap<>();
        if (call.takesASession() && all.containsKey("session_uid")) {
            given.put("session_uid", all.get("session_uid"));
        }
        call.required().forEach(name -> {
            if (all.containsKey(name)) {
                given.put(name, all.get(name));
            }
        });
        instead.forEach((name, value) -> {
            if (call.others().containsKey(name)) {
                given.put(name, value);
            }
        });
        Object[] pairs = given.entrySet().stream()
                .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
                .toArray();
        return switch (call.method()) {
            case "GET" -> as.get(path(call, all), pairs);
            case "DELETE" -> as.delete(path(call, all), pairs);
            default -> as.post(path(call, all), pairs);
        };
    }

    private static String path(Call call, Map<String, String> values) {
        String path = call.path();
        for (String name : call.inPath().keySet()) {
            String value = values.getOrDefault(name, "unknown");
            path = path.replace(
                    "{" + name + "}",
                    java.net.URLEncoder.encode(value, java.nio.charset.StandardCharsets.UTF_8)
                            .replace("+", "%20"));
        }
        return path;
    }

    /** Whether rows are required, of which no single value is good. What is missing is named first. */
    private boolean wantsRows(Call call) {
        return call.path().contains("{stream_key}/records") && call.method().equals("DELETE")
                || call.required().stream().anyMatch(name -> !good.containsKey(name));
    }

    /** Whether the path names a quest, or the pass of a reward. There is none, so the answer is a 404. */
    private static boolean isOfAnotherThing(Call call) {
        return call.path().contains("/manage/quests/{page_tab_id}")
                || call.path().contains("/manage/rewards/{reward_uid}/passes/");
    }

    /** Returns all calls but the operator's, and those whose body is a file. */
    private static List<Call> calls(JsonNode api) {
        List<Call> calls = new ArrayList<>();
        for (var path : api.path("paths").properties()) {
            for (var method : path.getValue().properties()) {
                JsonNode operation = method.getValue();
                JsonNode content = operation.at("/requestBody/content");
                boolean isUpload = !content.isMissingNode() && !content.has("application/json");
                if (isUpload || !operation.path("security").toString().contains("api_key")) {
                    continue;
                }
                Map<String, JsonNode> inPath = new LinkedHashMap<>();
                Map<String, JsonNode> others = new LinkedHashMap<>();
                List<String> required = new ArrayList<>();
                for (JsonNode parameter : operation.path("parameters")) {
                    String place = parameter.path("in").asString();
                    String name = parameter.path("name").asString();
                    if (place.equals("path")) {
                        inPath.put(name, parameter.path("schema"));
                    } else if (place.equals("query")) {
                        others.put(name, parameter.path("schema"));
                        if (parameter.path("required").asBoolean()) {
                            required.add(name);
                        }
                    }
                }
                String reference = operation
                        .at("/requestBody/content/application~1json/schema/$ref")
                        .asString("");
                JsonNode body = reference.isEmpty() ? MissingNode.getInstance() : api.at(reference.substring(1));
                body.path("properties").properties().forEach(one -> others.put(one.getKey(), one.getValue()));
                body.path("required").forEach(name -> required.add(name.asString()));
                Call call = new Call(method.getKey().toUpperCase(Locale.ROOT), path.getKey(), inPath, others, required);
                required.addAll(REQUIRED_TOGETHER.getOrDefault(call.name(), List.of()));
                calls.add(call);
            }
        }
        return calls;
    }

    private static String shortened(String text) {
        return text.length() > 200 ? text.substring(0, 200) + "…" : text;
    }
}
