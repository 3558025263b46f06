package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** From where an account lets nobody in, and how it takes that back. */
class BansJourneyTest extends Journey {

    private static final String PATH = "/api/v1/crm/monitored_ip_addresses";
    private static final String HERE = "127.0.0.1";
    private static final String NETWORKS = "/api/v1/networks";

    @Test
    void a_caller_that_bans_itself_is_let_in_nowhere_and_lifts_the_ban_by_the_secret() throws Exception {
        LiveClient follower = LiveClient.of(api);
        Api browser = new Api(
                api.url(), Map.of("Api-Key", String.valueOf(api.headers().get("Api-Key"))));
        browser.get(NETWORKS).mustBe(200);

        assertThat(monitor("127.1.2.3/8", true).text())
                .isEqualTo("{\"page_tab_id\":null,\"ip_address\":\"127.0.0.0/8\"}");
        // In force before the answer, with the key and with the secret, and for who is there already.
        assertThat(browser.get(NETWORKS).mustBe(403).body().get("type").asString())
                .endsWith("/address-banned");
        api.post("/api/v1/crm/fans", "email", "ada@fans.example").mustBe(403);
        assertThat(follower.closed()).isEqualTo(4003);
        browser.get(PATH).mustBe(401);
        LiveClient again = new LiveClient(api.url());
        assertThat(again.auth(api).get("ok").asBoolean()).isFalse();
        assertThat(again.closed()).isEqualTo(4003);

        // A narrower entry lets in what a wider one bans, and leaves it as it is.
        monitor(HERE, false);
        browser.get(NETWORKS).mustBe(200);
        monitor(HERE, true);
        browser.get(NETWORKS).mustBe(403);
        assertThat(entries()).containsExactly("127.0.0.0/8 true", "127.0.0.1 true");
        forget(HERE, false);
        browser.get(NETWORKS).mustBe(403);
        forget("::ffff:127.0.0.1", true);
        forget("127.0.0.0/8", true);
        browser.get(NETWORKS).mustBe(200);
        assertThat(entries()).isEmpty();

        api = encore().newAccount();
        assertThat(entries()).isEmpty();
    }

    @Test
    void a_page_tabs_ban_is_for_calls_that_name_it() {
        long banned = api.campaign("Quiz", "trivia");
        long other = api.campaign("Bingo", "bingo");
        api.post(PATH, "ip_address", HERE, "is_blocked", true, "page_tab_id", banned)
                .mustBe(200);
        String one = "/api/v1/manage/apps/";
        api.get(one + banned).mustBe(403);
        api.get(one + other).mustBe(200);
        api.post("/api/v1/crm/points", "point_name", "gold").mustBe(200);
        api.postJson(PATH, "{\"ip_address\":\"" + HERE + "\",\"is_blocked\":false,\"page_tab_id\":" + banned + "}")
                .mustBe(200);
        api.get(one + banned).mustBe(200);
        assertThat(entries()).containsExactly("127.0.0.1 false");
        JsonNode entry = api.get(PATH).body().get(0);
        assertThat(entry.get("page_tab_id").asLong()).isEqualTo(banned);
        assertThat(entry.get("creation_timestamp").asLong()).isPositive();

        long theirs = encore().newAccount().campaign("Theirs", "trivia");
        JsonNode problem = api.post(PATH, "ip_address", HERE, "is_blocked", true, "page_tab_id", theirs)
                .mustBe(400)
                .body();
        assertThat(problem.at("/errors/0/field").asString()).isEqualTo("page_tab_id");
        assertThat(entries()).hasSize(1);
    }

    @Test
    void callers_of_one_address_make_one_entry_and_of_both_kinds_the_last_stays() throws Exception {
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            for (boolean isBlocked : new boolean[] {true, false}) {
                calls.add(() -> monitor("192.0.2.0/24", isBlocked).status());
            }
        }
        assertThat(together(calls)).containsOnly(200);
        assertThat(entries()).hasSize(1);
        monitor("192.0.2.0/24", true);
        assertThat(entries()).containsExactly("192.0.2.0/24 true");
    }

    private Api.Answer monitor(String address, boolean isBlocked) {
        return api.post(PATH, "ip_address", address, "is_blocked", isBlocked).mustBe(200);
    }

    private void forget(String address, boolean isBlocked) {
        assertThat(api.delete(PATH, "ip_address", address, "is_blocked", isBlocked)
                        .mustBe(200)
                        .text())
                .isEqualTo("true");
    }

    private Stream<String> entries() {
        return api.get(PATH)
                .mustBe(200)
                .body()
                .valueStream()
                .map(entry -> entry.get("ip_address").asString() + " "
                        + entry.get("is_blocked").asBoolean());
    }
}
