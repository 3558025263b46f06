package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.api.problems.Ids;
import encore.infra.standalone.Api.Answer;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.JsonNode;

/** The steps of the login, each row of the contract's table, with a mail server and an SMS webhook. */
class ConnectJourneyTest extends Journey {

    private static final String SESSIONS = "/api/v1/sessions/";
    private static final String PASSWORD = "correct horse";

    private static final int MAX_TRIES = 200;

    private final String ada = SentCodes.email("ada");
    private final String ben = SentCodes.email("ben");
    private final String eve = SentCodes.email("eve");
    private final String phone = SentCodes.phone();
    private final String otherPhone = SentCodes.phone();

    /** A place with an account of its own, and an app that has its public key alone. */
    private record Stage(Api server, Api app, long business, SentCodes sent) {

        static Stage of(RunningEncore encore, SentCodes sent) {
            Api server = encore.newAccount();
            Api app = new Api(
                    server.url(),
                    Map.of("Api-Key", String.valueOf(server.headers().get("Api-Key"))));
            return new Stage(server, app, server.business("Doors"), sent);
        }

        Answer connect(String network, Object... form) {
            return connect(app, network, form);
        }

        Answer connect(Api client, String network, Object... form) {
            Object[] all = Stream.concat(Stream.of("network", network, "business_id", business), Stream.of(form))
                    .toArray();
            return client.post(SESSIONS + "connect", all);
        }

        /** Asks for a code; its request_uid. */
        String ask(String contact) {
            JsonNode asked = contact.startsWith("+")
                    ? connect("verify_sms", "phone", contact).mustBe(200).body()
                    : connect("verify_email", "email", contact).mustBe(200).body();
            assertThat(asked.propertyNames()).containsExactlyInAnyOrder("request_uid", "message");
            return asked.get("request_uid").asString();
        }

        Answer submit(String request, String code, Object... more) {
            Object[] all = Stream.concat(Stream.of("request_uid", request, "verification_code", code), Stream.of(more))
                    .toArray();
            return connect("submit_verification_code", all);
        }

        /** Logs in with a code; the session_uid. */
        String logIn(String contact, Object... more) {
            String request = ask(contact);
            return uid(submit(request, sent.next(contact), more));
        }

        /** Registers with a code; the session. */
        JsonNode register(String contact, Object... more) {
            String request = ask(contact);
            JsonNode proven = submit(request, sent.next(contact)).mustBe(200).body();
            assertThat(proven.propertyNames()).containsExactlyInAnyOrder("status", "request_uid", "verification_uid");
            assertThat(proven.get("status").asString()).isEqualTo("register");
            Object[] all = Stream.concat(
                            Stream.of(
                                    "first_name",
                                    "Ada",
                                    "request_uid",
                                    request,
                                    "verification_uid",
                                    proven.get("verification_uid").asString()),
                            Stream.of(more))
                    .toArray();
            return session(connect("register", all));
        }

        JsonNode read(String uid) {
            return app.get(SESSIONS + uid).mustBe(200).body();
        }

        JsonNode fan(long fan) {
            return server.get("/api/v1/manage/fans/" + fan).mustBe(200).body();
        }
    }

    private static JsonNode session(Answer answer) {
        JsonNode session = answer.mustBe(200).body();
        assertThat(session.propertyNames())
                .containsExactlyInAnyOrder("session_uid", "fan_id", "account_id", "props", "expiration_timestamp");
        return session;
    }

    private static String uid(Answer answer) {
        return session(answer).get("session_uid").asString();
    }

    private static void mustBeWrong(Answer answer) {
        assertThat(answer.mustBe(401).body().get("type").asString()).isEqualTo("/problems/wrong-credentials");
    }

    private static void mustFind(Answer answer, String status, boolean phone, boolean password) {
        JsonNode found = answer.mustBe(200).body();
        assertThat(found.propertyNames()).containsExactlyInAnyOrder("status", "phone", "password");
        assertThat(found.get("status").asString()).isEqualTo(status);
        assertThat(found.get("phone").booleanValue()).isEqualTo(phone);
        assertThat(found.get("password").booleanValue()).isEqualTo(password);
    }

    @Test
    void a_fan_is_looked_up_registers_and_logs_in_by_code_and_password() {
        Stage stage = Stage.of(encore(), sent());
        mustFind(stage.connect("email", "email", ada), "register", false, false);
        mustFind(stage.connect("phone", "phone", phone), "register", false, false);
        JsonNode opened = stage.register(ada, "password", PASSWORD, "phone", phone);
        long fan = opened.get("fan_id").longValue();
        JsonNode session = stage.read(opened.get("session_uid").asString());
        assertThat(session.get("login_type").asString()).isEqualTo("register");
        assertThat(session.get("network").asString()).isEqualTo("email");
        assertThat(session.get("user_key").asString()).isEqualTo(ada);
        assertThat(stage.fan(fan).get("is_confirmed").booleanValue()).isTrue();
        assertThat(stage.fan(fan).get("is_phone_confirmed").asBoolean(false)).isFalse();
        mustFind(stage.connect("email", "email", ada), "login", true, true);
        mustFind(stage.connect("phone", "phone", phone), "login", true, true);

        String byCode = stage.logIn(ada);
        assertThat(stage.read(byCode).get("login_type").asString()).isEqualTo("code");
        assertThat(stage.read(byCode).get("fan_id").longValue()).isEqualTo(fan);
        for (Answer answer : List.of(
                stage.connect("password", "email", ada, "password", PASSWORD),
                stage.connect("password", "phone", phone, "password", PASSWORD),
                stage.connect("email", "email", ada, "password", PASSWORD))) {
            assertThat(stage.read(uid(answer)).get("login_type").asString()).isEqualTo("password");
        }
        mustBeWrong(stage.connect("password", "email", ada, "password", "wrong horse"));
        mustBeWrong(stage.connect("password", "email", "nobody@fans.example", "password", PASSWORD));
        mustBeWrong(stage.connect("email", "email", ada, "password", "wrong horse"));

        stage.server()
                .post("/api/v1/crm/fans/" + fan, "password", "another horse")
                .mustBe(200);
        mustBeWrong(stage.connect("password", "email", ada, "password", PASSWORD));
        uid(stage.connect("password", "email", ada, "password", "another horse"));
    }

    @Test
    void a_code_is_good_once_and_five_wrong_ones_end_it() {
        Stage stage = Stage.of(encore(), sent());
        stage.server().fan(ada);
        String request = stage.ask(ada);
        String code = sent().next(ada);
        Stage other = Stage.of(encore(), sent());
        mustBeWrong(other.submit(request, code));
        mustBeWrong(stage.submit(request, code.equals("111111") ? "111112" : "111111"));
        mustBeWrong(stage.submit("nonsense", code));
        mustBeWrong(stage.submit("1-" + Ids.uid(), code));
        uid(stage.submit(request, code));
        mustBeWrong(stage.submit(request, code));
        String guessed = stage.ask(ada);
        String right = sent().next(ada);
        for (int i = 0; i < 5; i++) {
            mustBeWrong(stage.submit(guessed, right.equals("111111") ? "111112" : "111111"));
        }
        mustBeWrong(stage.submit(guessed, right));
        stage.ask(ada);
        assertThat(stage.connect("verify_email", "email", ada).mustBe(429).header("Retry-After"))
                .isNotNull();
        Api once = stage.app().with("Idempotency-Key", "login-1");
        stage.server().fan(ben);
        String bens = stage.ask(ben);
        Object[] form = {"request_uid", bens, "verification_code", sent().next(ben)};
        stage.connect(once, "submit_verification_code", form).mustBe(200);
        stage.connect(once, "submit_verification_code", form).mustBe(409);
    }

    @Test
    void a_registration_without_a_proof_is_answered_alike_and_the_contact_is_proved_later() {
        Stage stage = Stage.of(encore(), sent());
        long known = stage.server().fan("known@fans.example");
        Answer first = stage.connect("register", "email", ada, "first_name", "Ada", "password", PASSWORD);
        Answer second = stage.connect("register", "email", "known@fans.example", "first_name", "Eve");
        mustFind(first, "login", false, false);
        assertThat(second.mustBe(200).text()).isEqualTo(first.text());
        assertThat(first.header("Encore-Position")).isNotNull();
        assertThat(second.header("Encore-Position")).isNotNull();
        assertThat(stage.fan(known).get("first_name").isNull()).isTrue();
        mustFind(stage.connect("email", "email", ada), "login", false, false);
        mustBeWrong(stage.connect("password", "email", ada, "password", PASSWORD));
        String session = stage.logIn(ada);
        JsonNode fan = stage.app().get(SESSIONS + session + "/fan").mustBe(200).body();
        assertThat(fan.get("first_name").asString()).isEqualTo("Ada");
        assertThat(fan.get("is_confirmed").booleanValue()).isTrue();
        assertThat(fan.get("has_password").booleanValue()).isFalse();
    }

    @Test
    void terms_are_asked_after_the_credentials_and_use_nothing_up() {
        Stage stage = Stage.of(encore(), sent());
        stage.server()
                .post("/api/v1/manage/businesses/" + stage.business(), "legal_terms", "Be kind.")
                .mustBe(200);
        mustBeAsked(stage.connect("register", "email", eve, "first_name", "Eve"));
        mustFind(
                stage.connect("register", "email", eve, "first_name", "Eve", "is_accepted", "true"),
                "login",
                false,
                false);
        mustFind(stage.connect("email", "email", ada), "register", false, false);

        String request = stage.ask(ada);
        String code = sent().next(ada);
        String verification = stage.submit(request, code)
                .mustBe(200)
                .body()
                .get("verification_uid")
                .asString();
        Object[] form = {
            "first_name", "Ada", "request_uid", request, "verification_uid", verification, "password", PASSWORD
        };
        mustBeAsked(stage.connect("register", form));
        mustBeAsked(stage.connect("register", form));
        uid(stage.connect("register", with(form, "is_accepted", "true")));
        mustBeWrong(stage.connect("register", with(form, "is_accepted", "true")));
        stage.logIn(ada);
        uid(stage.connect("password", "email", ada, "password", PASSWORD));

        mustBeAsked(stage.submit(stage.ask(eve), sent().next(eve)));
        stage.server()
                .post("/api/v1/manage/businesses/" + stage.business(), "legal_terms", "Be kinder.")
                .mustBe(200);
        mustBeWrong(stage.connect("password", "email", ada, "password", "wrong horse"));
        mustBeAsked(stage.connect("password", "email", ada, "password", PASSWORD));
        String again = stage.ask(ada);
        String right = sent().next(ada);
        mustBeWrong(stage.submit(again, right.equals("111111") ? "111112" : "111111"));
        for (int i = 0; i < 6; i++) {
            mustBeAsked(stage.submit(again, right));
        }
        uid(stage.submit(again, right, "is_accepted", "true"));
        uid(stage.connect("password", "email", ada, "password", PASSWORD));
    }

    @Test
    void the_terms_are_those_of_the_fan_that_the_proof_opens() {
        Stage stage = Stage.of(encore(), sent());
        String business = "/api/v1/manage/businesses/" + stage.business();
        stage.server().post(business, "legal_terms", "Be kind.").mustBe(200);
        String planter =
                stage.register(ben, "is_accepted", "true").get("session_uid").asString();

        String request = stage.ask(phone);
        Object[] form = {"first_name", "Ada", "request_uid", request, "verification_uid", verification(stage, request)};
        stage.app().post(SESSIONS + planter + "/fan", "phone", phone).mustBe(200);
        mustBeAsked(stage.connect("register", form));
        JsonNode opened = session(stage.connect("register", with(form, "is_accepted", "true")));
        assertThat(opened.get("fan_id").longValue())
                .isNotEqualTo(stage.read(planter).get("fan_id").longValue());

        stage.app().post(SESSIONS + planter + "/fan", "phone", otherPhone).mustBe(200);
        stage.server().post(business, "legal_terms", "Be kinder.").mustBe(200);
        String again = stage.ask(otherPhone);
        JsonNode proven =
                stage.submit(again, sent().next(otherPhone)).mustBe(200).body();
        assertThat(proven.get("status").asString()).isEqualTo("register");
    }

    private String verification(Stage stage, String request) {
        return stage.submit(request, sent().next(phone))
                .mustBe(200)
                .body()
                .get("verification_uid")
                .asString();
    }

    private static Object[] with(Object[] form, Object... more) {
        return Stream.concat(Stream.of(form), Stream.of(more)).toArray();
    }

    private static void mustBeAsked(Answer answer) {
        JsonNode asked = answer.mustBe(200).body();
        assertThat(asked.propertyNames())
                .containsExactlyInAnyOrder("status", "legal_terms", "legal_privacy", "legal_rules");
        assertThat(asked.get("status").asString()).isEqualTo("terms_required");
        assertThat(asked.get("legal_terms").asString()).startsWith("Be kind");
        assertThat(asked.get("legal_privacy").isNull()).isTrue();
    }

    @Test
    void a_session_ends_with_the_login_or_gets_a_contact() {
        Stage stage = Stage.of(encore(), sent());
        Api app = stage.app();
        String guest = app.post(SESSIONS + "connect", "business_id", stage.business())
                .mustBe(200)
                .body()
                .get("session_uid")
                .asString();
        String first = stage.register(ada, "password", PASSWORD, "session_uid", guest)
                .get("session_uid")
                .asString();
        app.get(SESSIONS + guest).mustBe(401);
        String second = uid(stage.connect("password", "email", ada, "password", PASSWORD, "session_uid", first));
        app.get(SESSIONS + first).mustBe(401);
        stage.connect("email", "email", ada, "session_uid", first).mustBe(401);

        String added = stage.logIn(phone, "session_uid", second);
        assertThat(added).isEqualTo(second);
        long fan = stage.read(second).get("fan_id").longValue();
        assertThat(stage.fan(fan).get("phone").asString()).isEqualTo(phone);
        assertThat(stage.fan(fan).get("is_phone_confirmed").booleanValue()).isTrue();

        String changed = SentCodes.email("ada");
        String elsewhere = uid(stage.connect("password", "email", ada, "password", PASSWORD));
        assertThat(stage.logIn(changed, "session_uid", second)).isEqualTo(second);
        app.get(SESSIONS + elsewhere).mustBe(401);
        assertThat(stage.fan(fan).get("email").asString()).isEqualTo(changed);

        String third = stage.logIn(changed, "session_uid", second);
        assertThat(third).isNotEqualTo(second);
        app.get(SESSIONS + second).mustBe(401);
        stage.server().fan(ben);
        String bens = stage.ask(ben);
        String bensCode = sent().next(ben);
        stage.submit(bens, bensCode, "session_uid", third).mustBe(400);
        app.get(SESSIONS + third).mustBe(200);
        // Ben's code was not used up.
        uid(stage.submit(bens, bensCode));
    }

    @Test
    void limits_hold_for_contacts_countries_and_the_day() {
        Stage stage = Stage.of(encore(), sent());
        stage.server().fan(ada);
        for (String email : List.of(ada, "nobody@fans.example")) {
            for (int i = 0; i < 30; i++) {
                stage.connect("email", "email", email).mustBe(200);
            }
            assertThat(stage.connect("email", "email", email).mustBe(429).header("Retry-After"))
                    .isNotNull();
            for (int i = 0; i < 10; i++) {
                mustBeWrong(stage.connect("password", "email", email, "password", PASSWORD));
            }
            stage.connect("password", "email", email, "password", PASSWORD).mustBe(429);
        }
        stage.server()
                .post("/api/v1/manage/login_settings", "sms_countries", "US", "codes_per_day", 1)
                .mustBe(200);
        assertThat(stage.connect("verify_sms", "phone", phone)
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("phone");
        stage.ask("+12125550123");
        stage.ask(ada);
        stage.connect("verify_email", "email", "nobody@fans.example").mustBe(429);
    }

    @Test
    void nothing_happens_twice_when_a_thousand_do_it_at_once() throws Exception {
        Stage stage = Stage.of(encore(), sent());
        stage.server()
                .post("/api/v1/crm/monitored_ip_addresses", "ip_address", "127.0.0.1", "is_blocked", false)
                .mustBe(200);
        List<Answer> registered = together(
                Collections.nCopies(1_000, again(() -> stage.connect("register", "email", ada, "first_name", "Ada"))));
        assertThat(registered).allSatisfy(answer -> mustFind(answer, "login", false, false));
        assertThat(stage.server()
                        .get("/api/v1/crm/fans", "email", ada)
                        .mustBe(200)
                        .body()
                        .get("data"))
                .hasSize(1);

        String request = stage.ask(ada);
        String code = sent().next(ada);
        List<Callable<Answer>> submissions = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Api client = stage.app().with("Idempotency-Key", "submission-" + i);
            submissions.add(again(() -> stage.connect(
                    client, "submit_verification_code", "request_uid", request, "verification_code", code)));
        }
        List<Answer> opened = together(submissions);
        // Whoever got the session, but lost the answer to a busy server, is told so under its key.
        assertThat(opened.stream().filter(answer -> answer.status() == 200 || isAnswerNotKept(answer)))
                .hasSize(1);
        assertThat(opened.stream().filter(answer -> answer.status() == 401)).hasSize(999);

        String guessed = stage.ask(ada);
        String right = sent().next(ada);
        List<Callable<Answer>> guesses = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            String guess = String.format("%06d", (Integer.parseInt(right) + 1 + i) % 1_000_000);
            guesses.add(again(() -> stage.submit(guessed, guess)));
        }
        together(guesses).forEach(ConnectJourneyTest::mustBeWrong);
        mustBeWrong(stage.submit(guessed, right));

        List<String> types = new ArrayList<>();
        for (JsonNode event : LiveClient.events(stage.server())) {
            types.add(event.at("/data/type").asString());
        }
        assertThat(types).filteredOn("wrong_code_given"::equals).hasSize(5);
        assertThat(types).filteredOn("fan_session_opened"::equals).hasSize(1);
        assertThat(types).filteredOn("fan_registered"::equals).hasSize(2);
    }

    @Test
    void one_code_of_a_browser_login_gives_one_session_at_most() throws Exception {
        Stage stage = Stage.of(encore(), sent());
        String back = "https://fans.example/back";
        stage.server()
                .post("/api/v1/manage/redirect_urls", "redirect_url", back)
                .mustBe(200);
        stage.server()
                .post("/api/v1/crm/monitored_ip_addresses", "ip_address", "127.0.0.1", "is_blocked", false)
                .mustBe(200);
        long fan = stage.server().fan(ada);
        stage.server().post("/api/v1/crm/fans/" + fan, "password", PASSWORD).mustBe(200);
        String token = "t".repeat(43);
        String location = new Api(stage.server().url(), Map.of("Cookie", "__Host-encore-login=" + token))
                .post(
                        UriComponentsBuilder.fromPath("/crm/oauth")
                                .queryParam(
                                        "account_id",
                                        stage.fan(fan).get("account_id").longValue())
                                .queryParam("business_id", stage.business())
                                .queryParam("redirect_url", back)
                                .toUriString(),
                        "form_token",
                        token,
                        "step",
                        "password",
                        "email",
                        ada,
                        "password",
                        PASSWORD)
                .mustBe(303)
                .header("Location");
        String code = String.valueOf(location).replaceAll(".*[?&]code=([^&]+).*", "$1");
        List<Answer> exchanged = together(Collections.nCopies(
                200, again(() -> stage.server().get("/crm/access_token", "code", code, "redirect_url", back))));
        List<String> uids = exchanged.stream()
                .filter(answer -> answer.status() == 200)
                .map(answer -> answer.body().get("session_uid").asString())
                .toList();
        assertThat(exchanged).allMatch(answer -> answer.status() == 200 || answer.status() == 401);
        assertThat(uids).hasSizeLessThan(2);
        // The second use ended the session that the first one gave.
        uids.forEach(uid -> stage.app().get(SESSIONS + uid).mustBe(401));
        assertThat(stage.server()
                        .get("/api/v1/manage/fans/" + fan + "/sessions")
                        .mustBe(200)
                        .body())
                .isEmpty();
    }

    @Test
    void a_password_change_leaves_no_session_of_the_old_one() throws Exception {
        Stage stage = Stage.of(encore(), sent());
        stage.server()
                .post("/api/v1/crm/monitored_ip_addresses", "ip_address", "127.0.0.1", "is_blocked", false)
                .mustBe(200);
        long fan = stage.server().fan(ada);
        stage.server().post("/api/v1/crm/fans/" + fan, "password", PASSWORD).mustBe(200);
        List<Callable<Answer>> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(again(() -> stage.connect("password", "email", ada, "password", PASSWORD)));
        }
        calls.add(50, () -> {
            Thread.sleep(300);
            return stage.server().post("/api/v1/crm/fans/" + fan, "password", "another horse");
        });
        Set<String> uids = new HashSet<>();
        for (Answer answer : together(calls)) {
            if (answer.status() == 200 && answer.body().has("session_uid")) {
                uids.add(answer.body().get("session_uid").asString());
            }
        }
        await().until(() -> stage.server()
                .get("/api/v1/manage/fans/" + fan + "/sessions")
                .mustBe(200)
                .body()
                .isEmpty());
        uids.forEach(uid -> stage.app().get(SESSIONS + uid).mustBe(401));
    }

    private static boolean isAnswerNotKept(Answer answer) {
        return answer.text().contains("/problems/answer-not-kept");
    }

    /**
     * Tries again while the server is too busy, another call changed the same thing, or the server closed a connection that
     * had been idle.
     */
    private static Callable<Answer> again(Callable<Answer> call) {
        return () -> {
            for (int i = 0; ; i++) {
                try {
                    Answer answer = call.call();
                    boolean isConflict = answer.status() == 409 && !isAnswerNotKept(answer);
                    if (i >= MAX_TRIES || answer.status() != 503 && !isConflict) {
                        return answer;
                    }
                } catch (UncheckedIOException closed) {
                    if (i >= MAX_TRIES) {
                        throw closed;
                    }
                }
                Thread.sleep(20 + i * 5L);
            }
        };
    }
}
