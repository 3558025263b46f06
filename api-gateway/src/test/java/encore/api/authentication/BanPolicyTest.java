package encore.api.authentication;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.API_KEY;
import static encore.api.GatewayUnderTest.API_SECRET;
import static encore.api.access.AccessTest.problem;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Params;
import encore.infra.backend.ControlMessage;
import encore.kernel.people.Area;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** From where an account's calls are let in. */
class BanPolicyTest {

    private static final String NEAR = "192.0.2.1";
    private static final String FAR = "198.51.100.1";

    private GatewayUnderTest gateway;
    private int said;

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void a_banned_address_is_turned_away_with_a_key_and_with_the_secret_and_others_are_not() {
        start(Map.of());
        say("192.0.2.0/24", null, true);
        problem(get("/door", NEAR, null), 403, "address-banned");
        problem(get("/door", NEAR, API_SECRET), 403, "address-banned");
        get("/door", FAR, null).expectStatus().isOk();
        say(NEAR, null, false);
        get("/door", NEAR, null).expectStatus().isOk();
        problem(get("/door", "192.0.2.2", null), 403, "address-banned");
        gateway.backend.publish(new ControlMessage.ForgottenAddress(ACCOUNT, "e0"));
        get("/door", "192.0.2.2", null).expectStatus().isOk();
    }

    @Test
    void another_accounts_bans_are_its_own() {
        start(Map.of());
        gateway.backend.publish(new ControlMessage.MonitoredAddress(8, "theirs", NEAR, null, true));
        get("/door", NEAR, null).expectStatus().isOk();
        problem(call(HttpMethod.GET, "/door", NEAR, "key-9", null).exchange(), 401, "key-unknown");
    }

    @Test
    void only_configured_proxies_are_believed_about_the_address_of_a_call() {
        start(Map.of("encore.trusted-proxies", "10.0.0.0/8"));
        say(NEAR, null, true);
        get("/door", NEAR, null).expectStatus().isOk();
        say("127.0.0.1", null, true);
        problem(get("/door", FAR, null), 403, "address-banned");
    }

    @Test
    void banned_calls_cost_the_account_none_and_are_no_failed_logins() {
        start(Map.of("encore.rate-limit", "2", "encore.failed-logins", "2"));
        say(NEAR, null, true);
        for (int i = 0; i < 3; i++) {
            problem(get("/door", NEAR, null), 403, "address-banned");
            problem(get("/door", NEAR, "wrong"), 403, "address-banned");
            problem(post(NEAR, "name=x"), 403, "address-banned");
        }
        get("/door", FAR, API_SECRET).expectStatus().isOk();
        gateway.backend.publish(new ControlMessage.ForgottenAddress(ACCOUNT, "e0"));
        get("/door", NEAR, API_SECRET).expectStatus().isOk();
        problem(get("/door", NEAR, API_SECRET), 429, "rate-limit");
    }

    @Test
    void where_bans_are_lifted_only_the_secret_is_asked_for() {
        start(Map.of());
        say(NEAR, null, true);
        get("/lift", NEAR, API_SECRET).expectStatus().isOk();
        problem(get("/lift", NEAR, null), 401, "secret-missing");
        problem(get("/lift", NEAR, "wrong"), 401, "secret-wrong");
    }

    @Test
    void a_page_tabs_entry_is_for_calls_that_name_it_wherever_they_do() {
        start(Map.of("encore.rate-limit", "6"));
        say(NEAR, 100L, true);
        say("198.51.100.0/24", null, true);
        say("198.51.100.0/24", 100L, false);
        get("/door", NEAR, null).expectStatus().isOk();
        get("/door/101", NEAR, null).expectStatus().isOk();
        problem(get("/door/100", NEAR, null), 403, "address-banned");
        problem(get("/door?page_tab_id=100", NEAR, null), 403, "address-banned");
        problem(post(NEAR, "page_tab_id=100"), 403, "address-banned");
        problem(json(NEAR, "{\"page_tab_id\": 100}"), 403, "address-banned");
        problem(json(NEAR, "{\"page_tab_id\": \"100\"}"), 403, "address-banned");
        post(NEAR, "page_tab_id=101").expectStatus().isOk();
        problem(get("/door", FAR, null), 403, "address-banned");
        problem(post(FAR, "page_tab_id=101"), 403, "address-banned");
        get("/door/100", FAR, null).expectStatus().isOk();
        post(FAR, "page_tab_id=100").expectStatus().isOk();
        json(FAR, "{\"page_tab_id\": 100}").expectStatus().isOk(); // The sixth that counts.
        problem(json(FAR, "{\"page_tab_id\": 100}"), 429, "rate-limit");
    }

    /** Each of these texts binds to 100, so each of them names the campaign 100. */
    @Test
    void the_ban_of_a_page_tab_reads_a_number_as_the_call_does() {
        start(Map.of());
        say(NEAR, 100L, true);
        String zeros = "0".repeat(30) + "100";
        problem(get("/door?page_tab_id=" + zeros, NEAR, null), 403, "address-banned");
        problem(get("/door/" + zeros, NEAR, null), 403, "address-banned");
        problem(post(NEAR, "page_tab_id=" + zeros), 403, "address-banned");
        problem(post(NEAR, "page_tab_id=&page_tab_id=100"), 403, "address-banned");
        for (String number :
                List.of("100.0", "100.00", "1e2", "1E+2", "100e0", "1000e-1", "100.0e-0", "\"" + zeros + "\"")) {
            problem(json(NEAR, "{\"page_tab_id\": " + number + "}"), 403, "address-banned");
        }
        for (String number : List.of("101", "100.5", "\"100.0\"", "null", "[100]", "\"x100\"")) {
            assertThat(json(NEAR, "{\"page_tab_id\": " + number + "}")
                            .returnResult(Void.class)
                            .getStatus()
                            .value())
                    .as(number)
                    .isIn(200, 400);
        }
    }

    @Test
    void a_ban_lifted_while_the_stream_was_cut_is_lifted_when_it_is_back() {
        start(Map.of());
        say(NEAR, null, true);
        problem(get("/door", NEAR, null), 403, "address-banned");
        gateway.backend.cutOff();
        gateway.backend.publish(GatewayUnderTest.secrets());
        gateway.backend.publish(new ControlMessage.Account(ACCOUNT, "Arena", null, List.of(), "p"));
        gateway.backend.publish(GatewayUnderTest.key(ACCOUNT, "again", API_SECRET, "crm"));
        gateway.backend.publish(new ControlMessage.Ready(100));
        long end = System.nanoTime() + 20_000_000_000L;
        while (call(HttpMethod.GET, "/door", NEAR, "again", null)
                        .exchange()
                        .returnResult(Void.class)
                        .getStatus()
                        .value()
                != 200) {
            assertThat(System.nanoTime()).isLessThan(end);
        }
    }

    private void start(Map<String, Object> settings) {
        var all = new HashMap<String, Object>(Map.of("encore.trusted-proxies", "127.0.0.0/8"));
        all.putAll(settings);
        gateway = GatewayUnderTest.with(all, Door.class);
    }

    private void say(String network, @Nullable Long pageTabId, boolean isBlocked) {
        gateway.backend.publish(
                new ControlMessage.MonitoredAddress(ACCOUNT, "e" + said++, network, pageTabId, isBlocked));
    }

    private WebTestClient.ResponseSpec get(String path, String from, @Nullable String secret) {
        return call(HttpMethod.GET, path, from, API_KEY, secret).exchange();
    }

    private WebTestClient.ResponseSpec post(String from, String form) {
        return call(HttpMethod.POST, "/door", from, API_KEY, null)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange();
    }

    private WebTestClient.ResponseSpec json(String from, String body) {
        return call(HttpMethod.POST, "/door", from, API_KEY, null)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(body)
                .exchange();
    }

    private WebTestClient.RequestBodySpec call(
            HttpMethod method, String path, String from, String apiKey, @Nullable String secret) {
        var request = gateway.anybody()
                .method(method)
                .uri(path)
                .header("X-Forwarded-For", from)
                .header("Api-Key", apiKey);
        return secret == null ? request : request.header("Api-Secret", secret);
    }

    @RestController
    @Access(scope = "crm", lock = Lock.KEY)
    static class Door {

        record In(@Nullable Long pageTabId, @Nullable String name) {}

        @GetMapping({"/door", "/door/{page_tab_id}"})
        Mono<String> open(@Params In in) {
            return Mono.just("open");
        }

        @PostMapping("/door")
        Mono<String> push(@Params In in) {
            return Mono.just("open");
        }

        @Access(scope = "crm", area = Area.FANS, lock = Lock.SECRET, evenBanned = true)
        @GetMapping("/lift")
        Mono<String> lift() {
            return Mono.just("lifted");
        }
    }
}
