package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What followers may rely on when others are slow and when much happens. */
class LiveLimitsJourneyTest extends Journey {

    @Alone(because = "it counts the connections that the server has closed")
    @Test
    void a_client_that_does_not_read_is_closed_with_4008_while_another_misses_nothing() throws Exception {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        LiveClient other = LiveClient.of(api).following(LiveClient.history(fan, discs, 0));
        LiveClient slow = LiveClient.thatDoesNotRead(api);
        slow.send("subscribe", LiveClient.history(fan, discs, 0));
        Api management = encore().management();
        double before = closedForSlowness(management);
        // A client has five seconds to read its close; on a busy machine a round of the loop may take longer.
        Thread reader = Thread.startVirtualThread(() -> {
            while (closedForSlowness(management) == before) {
                LockSupport.parkNanos(100_000_000);
            }
            slow.readAll();
        });
        // Each answer repeats its id: what the network does not hold of them lies in the server until it is too much.
        String id = "\"" + "x".repeat(16_000) + "\"";
        int awarded = 0;
        for (int i = 0; i < 600 && reader.isAlive(); i++) {
            for (int n = 0; n < 20 && reader.isAlive(); n++) {
                slow.trySend("unsubscribe", id, "{\"stream\":\"events\"}");
            }
            api.award(fan, "discs", ++awarded);
        }
        assertThat(slow.closed()).isEqualTo(4008);
        assertThat(closedForSlowness(management)).isEqualTo(before + 1);
        api.award(fan, "discs", ++awarded);
        assertThat(other.counts(awarded))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, awarded)
                        .mapToObj(Long::valueOf)
                        .toList());
        other.cutOff();
    }

    @Test
    void a_page_of_another_origin_is_let_in_only_with_a_key_alone_and_only_when_it_is_listed() throws Exception {
        String key = "{\"api_key\":\"" + api.headers().get("Api-Key") + "\"}";
        String pair = "{\"api_key\":\"" + api.headers().get("Api-Key") + "\",\"api_secret\":\""
                + api.headers().get("Api-Secret") + "\"}";
        assertThat(received("https://elsewhere.example", pair)
                        .at("/error/status")
                        .asInt())
                .isEqualTo(401);
        api.post("/api/v1/manage/origins", "origin", "https://shop.example").mustBe(200);
        assertThat(received("https://shop.example", key).get("ok").asBoolean()).isTrue();
        assertThat(refusalElsewhere(key)).isEqualTo("/problems/origin");
        assertThat(received(api.url(), pair).get("ok").asBoolean()).isTrue();
    }

    private JsonNode received(String origin, String auth) throws Exception {
        LiveClient page = LiveClient.at(api.url(), origin);
        JsonNode answer = page.ask("auth", auth);
        page.cutOff();
        return answer;
    }

    /** What a page of an unlisted origin is told; a gateway of its own learns of the list within a second. */
    private String refusalElsewhere(String key) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        String refusal;
        do {
            LiveClient elsewhere = LiveClient.at(api.url(), "https://elsewhere.example");
            refusal = elsewhere.ask("auth", key).at("/error/type").asString("");
            elsewhere.cutOff();
        } while (refusal.isEmpty() && System.nanoTime() < deadline);
        return refusal;
    }

    @Test
    void the_consoles_cookie_stands_for_the_pair_on_its_own_origin_alone_and_as_long_as_the_key() throws Exception {
        JsonNode issued = api.post("/api/v1/manage/keys", "label", "console", "scopes", "manage")
                .mustBe(200)
                .body();
        String cookie = new Api(api.url(), Map.of("Encore-Console", "1"))
                .post(
                        "/console/session",
                        "api_key",
                        issued.get("api_key").asString(),
                        "api_secret",
                        issued.get("api_secret").asString())
                .mustBe(200)
                .header("Set-Cookie");
        cookie = "another=1; " + cookie.substring(0, cookie.indexOf(';'));
        String otherPort = api.url().replaceFirst(":\\d+$", ":1");
        for (String origin : List.of("https://elsewhere.example", otherPort, "null")) {
            LiveClient elsewhere = LiveClient.at(api.url(), origin, cookie);
            assertThat(elsewhere.ask("auth", "{}").at("/error/status").asInt())
                    .as(origin)
                    .isEqualTo(401);
        }
        LiveClient page = LiveClient.at(api.url(), api.url(), cookie);
        assertThat(page.ask("auth", "{}").get("ok").asBoolean()).isTrue();
        page.following("{\"stream\":\"events\"}");
        LiveClient without = LiveClient.at(api.url(), api.url());
        assertThat(without.ask("auth", "{}").at("/error/status").asInt()).isEqualTo(401);
        api.delete("/api/v1/manage/keys/" + issued.get("api_key").asString()).mustBe(200);
        assertThat(page.closed()).isEqualTo(4003);
    }

    @Test
    void a_board_sends_ten_frames_a_second_at_most_and_the_last_balance_arrives() throws Exception {
        String discs = api.pointType("discs");
        long fan = api.fan("jo@fans.example");
        LiveClient client = LiveClient.of(api).following("{\"stream\":\"leaderboard." + discs + "\"}");
        assertThat(client.next().get("event").asString()).isEqualTo("snapshot");
        long began = System.nanoTime();
        int awards = 0;
        while (System.nanoTime() - began < 1_000_000_000L || awards < 30) {
            api.award(fan, "discs", 1);
            awards++;
        }
        int frames = 0;
        long balance = 0;
        while (balance < awards) {
            balance = client.next().at("/data/0/fan_point_count").asLong();
            frames++;
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        assertThat(balance).isEqualTo(awards);
        // One may have been due when they began, and one when they ended.
        assertThat(frames).isLessThan(awards).isLessThanOrEqualTo((int) (10 * seconds) + 2);
        client.cutOff();
    }

    @Test
    void a_history_has_its_own_fan_and_its_own_points_alone() throws Exception {
        String discs = api.pointType("discs");
        api.pointType("stars");
        long jo = api.fan("jo@fans.example");
        long al = api.fan("al@fans.example");
        LiveClient client = LiveClient.of(api).following(LiveClient.history(jo, discs, 0));
        api.award(jo, "discs", 1);
        api.award(al, "discs", 2);
        api.award(jo, "stars", 3);
        api.award(jo, "discs", 4);
        for (long expected : new long[] {1, 4}) {
            JsonNode frame = client.next();
            assertThat(frame.get("stream").asString()).isEqualTo("points.history");
            assertThat(frame.at("/data/fan_id").asLong()).isEqualTo(jo);
            assertThat(frame.at("/data/point_uid").asString()).isEqualTo(discs);
            assertThat(frame.at("/data/point_count").asLong()).isEqualTo(expected);
        }
        assertThat(client.isQuiet()).isTrue();
        assertThat(client.ask("subscribe", "{\"stream\":\"points.history\",\"fan_id\":" + jo + "}")
                        .get("ok")
                        .asBoolean())
                .isFalse();
        client.cutOff();
    }

    @Test
    void events_come_of_the_types_and_of_the_fan_that_were_asked_for() throws Exception {
        api.pointType("discs");
        long jo = api.fan("jo@fans.example");
        long al = api.fan("al@fans.example");
        LiveClient all = LiveClient.of(api).following("{\"stream\":\"events\",\"after\":0}");
        LiveClient awards =
                LiveClient.of(api).following("{\"stream\":\"events\",\"after\":0,\"types\":[\"points_awarded\"]}");
        LiveClient ofAl = LiveClient.of(api)
                .following("{\"stream\":\"events\",\"after\":0,\"types\":[\"fan_registered\",\"points_awarded\"],"
                        + "\"fan_id\":" + al + "}");
        api.award(jo, "discs", 1);
        api.award(al, "discs", 2);
        assertThat(awards.counts(2)).containsExactly(1L, 2L);
        assertThat(ofAl.next().at("/data/type").asString()).isEqualTo("fan_registered");
        assertThat(ofAl.counts(1)).containsExactly(2L);
        assertThat(ofAl.isQuiet()).isTrue();
        List<String> types = new ArrayList<>();
        long position = 0;
        while (types.stream().filter("points_awarded"::equals).count() < 2) {
            JsonNode frame = all.next();
            assertThat(frame.get("position").asLong()).isGreaterThan(position);
            position = frame.get("position").asLong();
            types.add(frame.at("/data/type").asString());
        }
        assertThat(types).contains("fan_registered").hasSizeGreaterThan(3);
        List.of(all, awards, ofAl).forEach(LiveClient::cutOff);
    }

    private static double closedForSlowness(Api management) {
        return management
                .get("/metrics")
                .mustBe(200)
                .text()
                .lines()
                .filter(line -> line.startsWith("encore_live_slow_total"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }
}
