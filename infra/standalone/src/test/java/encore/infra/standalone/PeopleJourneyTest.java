package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.standalone.Api.Answer;
import encore.infra.standalone.RunningEncore.Arrangement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Staff are invited, sign in, do what their role allows, and leave. */
class PeopleJourneyTest extends Journey {

    private static final String PEOPLE = "/api/v1/manage/people";

    @Test
    void an_owner_signs_in_with_a_code_and_every_event_names_the_owner() throws Exception {
        ConsolePerson owner = invited("owner");
        Api signedIn = owner.signedIn();
        JsonNode me = signedIn.get("/api/v1/manage/me").mustBe(200).body();
        assertThat(me.get("role").asString()).isEqualTo("owner");
        assertThat(me.get("person_uid").asString()).isEqualTo(owner.uid());
        long fan = signedIn.fan(SentCodes.email("fan"));
        String actor = "person:" + owner.uid();
        JsonNode journal = signedIn.get("/api/v1/manage/operations", "actor", actor)
                .mustBe(200)
                .body()
                .get("data");
        assertThat(journal)
                .extracting(entry -> entry.get("operation").asString())
                .contains("SignInAtConsole");
        assertThat(journal)
                .allSatisfy(
                        entry -> assertThat(entry.get("actor_label").asString()).isEqualTo("Ada owner"));
        JsonNode registered = LiveClient.events(api).stream()
                .filter(event -> event.at("/data/type").asString().equals("fan_registered")
                        && event.at("/data/fan_id").asLong() == fan)
                .findFirst()
                .orElseThrow();
        assertThat(registered.at("/data/actor").asString()).isEqualTo(actor);
    }

    @Test
    void a_code_of_the_app_counts_once_and_ten_wrong_ones_shut_out_the_right_one() {
        ConsolePerson owner = invited("owner");
        String code = owner.app().nextCode();
        owner.tryCode(owner.ticket(), code).mustBe(200);
        problem(owner.tryCode(owner.ticket(), code), 401, "sign-in-refused");
        String ticket = owner.ticket();
        Answer last = owner.tryCode(ticket, "000000");
        for (int tries = 0; tries < 10 && last.status() == 401; tries++) {
            last = owner.tryCode(ticket, "000000");
        }
        problem(last, 429, "too-many-tries");
        problem(owner.tryCode(ticket, owner.app().nextCode()), 429, "too-many-tries");
    }

    @Test
    void a_refused_sign_in_says_nothing_of_who_works_here() {
        ConsolePerson viewer = invited("viewer");
        ConsolePerson gone = invited("viewer");
        api.post(gone.path(), "is_disabled", true).mustBe(200);
        List<Answer> refused = List.of(
                viewer.tryPassword("wrong " + ConsolePerson.PASSWORD),
                gone.tryPassword(ConsolePerson.PASSWORD),
                signIn(viewer, viewer.account(), "nobody@fans.example"),
                signIn(viewer, viewer.account() + 1, viewer.email()));
        for (Answer answer : refused) {
            problem(answer, 401, "sign-in-refused");
            assertThat(answer.header("Encore-Position")).isNull();
            assertThat(answer.body().get("detail"))
                    .isEqualTo(refused.getFirst().body().get("detail"));
        }
    }

    private static Answer signIn(ConsolePerson person, long account, String email) {
        return person.page()
                .post(
                        "/console/people/session",
                        "account_id",
                        account,
                        "email",
                        email,
                        "password",
                        ConsolePerson.PASSWORD);
    }

    @Test
    void an_invitation_works_once_and_a_new_one_ends_it() {
        String email = SentCodes.email("viewer");
        JsonNode invited = api.post(PEOPLE, "email", email, "name", "Ada", "role", "viewer")
                .mustBe(200)
                .body();
        assertThat(invited.get("link").isNull()).isTrue();
        String first = ConsolePerson.textOf(sent().link(email));
        field(api.post(PEOPLE, "email", email, "name", "Ada", "role", "owner"), "email");
        api.post(PEOPLE + "/" + invited.get("person_uid").asString() + "/invitation")
                .mustBe(200);
        String second = ConsolePerson.textOf(sent().link(email));
        assertThat(second).isNotEqualTo(first);
        Api page = new Api(api.url(), Map.of("Encore-Console", "1"));
        field(set(page, first), "link");
        field(set(page, second.substring(0, second.length() - 1) + "_"), "link");
        field(set(page, second.replaceFirst("\\d+", "17")), "link");
        set(page, second).mustBe(200);
        field(set(page, second), "link");
    }

    private static Answer set(Api page, String link) {
        return page.post("/console/people/password", "link", link, "password", ConsolePerson.PASSWORD);
    }

    @Test
    void a_forgotten_password_is_set_anew_by_a_mail_and_ends_the_sessions() {
        ConsolePerson viewer = invited("viewer");
        Api before = viewer.signedIn();
        for (String email : List.of("nobody@fans.example", viewer.email())) {
            assertThat(viewer.page()
                            .post("/console/people/forgotten", "account_id", viewer.account(), "email", email)
                            .mustBe(200)
                            .body()
                            .asBoolean())
                    .isTrue();
        }
        String link = ConsolePerson.textOf(sent().link(viewer.email()));
        viewer.page()
                .post("/console/people/password", "link", link, "password", "eleven loud trumpets rest")
                .mustBe(200);
        endsSoon(before);
        problem(viewer.tryPassword(ConsolePerson.PASSWORD), 401, "sign-in-refused");
        viewer.tryPassword("eleven loud trumpets rest").mustBe(200);
    }

    @Test
    void a_role_says_what_a_person_may_do_and_a_lesser_one_ends_the_sessions_everywhere() throws Exception {
        ConsolePerson moderator = invited("moderator");
        Api signedIn = moderator.signedIn();
        signedIn.get("/api/v1/crm/fans").mustBe(200);
        problem(signedIn.post("/api/v1/crm/points", "point_name", "beer"), 403, "right-missing");
        problem(signedIn.get(PEOPLE), 403, "right-missing");
        Api elsewhere = arrangement == Arrangement.PROCESSES ? encore().atOtherGateway(signedIn) : signedIn;
        elsewhere.get("/api/v1/manage/me").mustBe(200);
        LiveClient client = LiveClient.at(
                api.url(), origin(), String.valueOf(signedIn.headers().get("Cookie")));
        assertThat(client.ask("auth", "{}").get("ok").asBoolean()).isTrue();
        api.post(moderator.path(), "role", "viewer").mustBe(200);
        endsSoon(signedIn);
        endsSoon(elsewhere);
        assertThat(client.closed()).isEqualTo(4003);
        Api again = moderator.signedIn();
        assertThat(again.get("/api/v1/manage/me").mustBe(200).body().get("role").asString())
                .isEqualTo("viewer");
    }

    private String origin() {
        return api.url();
    }

    @Test
    void a_signed_out_cookie_is_worth_nothing_at_any_gateway() {
        Api signedIn = invited("viewer").signedIn();
        signedIn.delete("/console/session").mustBe(200);
        endsSoon(signedIn);
        if (arrangement == Arrangement.PROCESSES) {
            endsSoon(encore().atOtherGateway(signedIn));
        }
    }

    @Test
    void one_of_two_owners_stays_whoever_removes_whom() throws Exception {
        ConsolePerson ada = invited("owner");
        ConsolePerson bob = invited("owner");
        List<Answer> answers = together(List.of(() -> api.delete(ada.path()), () -> api.delete(bob.path())));
        assertThat(answers).extracting(Answer::status).containsExactlyInAnyOrder(200, 400);
    }

    @Test
    void a_key_pair_of_a_person_may_do_no_more_than_the_person() {
        Api developer = invited("developer").signedIn();
        JsonNode pair = developer
                .post("/api/v1/manage/keys", "label", "scripts", "scopes", "crm", "scopes", "manage", "scopes", "misc")
                .mustBe(200)
                .body();
        Api script = new Api(
                api.url(),
                Map.of(
                        "Api-Key",
                        pair.get("api_key").asString(),
                        "Api-Secret",
                        pair.get("api_secret").asString()));
        script.get("/api/v1/manage/webhooks").mustBe(200);
        problem(script.post("/api/v1/crm/points", "point_name", "beer"), 403, "right-missing");
        problem(script.get(PEOPLE), 403, "right-missing");
        JsonNode second = script.post("/api/v1/manage/keys", "label", "more", "scopes", "crm")
                .mustBe(200)
                .body();
        JsonNode listed = api.get("/api/v1/manage/keys").mustBe(200).body();
        assertThat(listed)
                .filteredOn(key -> key.get("api_key").equals(second.get("api_key")))
                .singleElement()
                .satisfies(key -> assertThat(key.get("role").asString()).isEqualTo("developer"));
    }

    @Test
    void key_pairs_are_shut_out_of_the_console_and_the_operator_lets_them_in_again() {
        Api keyPage = api.with("Encore-Console", "1");
        keyPage.post("/console/session").mustBe(200);
        field(api.post("/api/v1/manage/console", "are_keys_allowed", false), "are_keys_allowed");
        ConsolePerson owner = invited("owner");
        owner.signedIn()
                .post("/api/v1/manage/console", "are_keys_allowed", false)
                .mustBe(200);
        assertThat(keyPage.post("/console/session").status()).isIn(401, 403);
        api.get("/api/v1/manage/me").mustBe(200);
        encore().operator()
                .post("/api/v1/manage/accounts/" + owner.account() + "/console", "are_keys_allowed", true)
                .mustBe(200);
        keyPage.post("/console/session").mustBe(200);
    }

    @Test
    void a_removed_person_is_erased_and_the_email_can_be_invited_again() {
        ConsolePerson viewer = invited("viewer");
        Api signedIn = viewer.signedIn();
        api.delete(viewer.path()).mustBe(200);
        endsSoon(signedIn);
        api.get(viewer.path()).mustBe(404);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> api.post(PEOPLE, "email", viewer.email(), "name", "New", "role", "viewer")
                                .status()
                        == 200);
        JsonNode journal = api.get("/api/v1/manage/operations", "actor", "person:" + viewer.uid())
                .mustBe(200)
                .body()
                .get("data");
        assertThat(journal)
                .isNotEmpty()
                .allSatisfy(
                        entry -> assertThat(entry.get("actor_label").isNull()).isTrue());
    }

    private ConsolePerson invited(String role) {
        return ConsolePerson.invited(api, sent(), role);
    }

    /** Waits until a cookie is refused: every gateway knows within a second. */
    private static void endsSoon(Api signedIn) {
        await().atMost(Duration.ofSeconds(10))
                .until(() -> signedIn.get("/api/v1/manage/me").status() == 401);
    }

    private static void problem(Answer answer, int status, String type) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.body().get("type").asString()).endsWith("/" + type);
    }

    private static void field(Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }
}
