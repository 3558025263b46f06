package encore.api.accounts;

import static encore.api.GatewayUnderTest.API_KEY;
import static encore.api.GatewayUnderTest.API_SECRET;
import static encore.api.GatewayUnderTest.key;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.PersonUnderTest;
import encore.infra.backend.ControlMessage;
import encore.kernel.Refusal;
import encore.kernel.accounts.Account;
import encore.kernel.accounts.AccountCommand.AllowOrigin;
import encore.kernel.accounts.AccountCommand.ChangeAccount;
import encore.kernel.accounts.AccountCommand.OpenAccount;
import encore.kernel.accounts.AccountCommand.RemoveOrigin;
import encore.kernel.accounts.AccountCommand.RenameAccount;
import encore.kernel.accounts.AccountCommand.SetRateLimit;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.AccountOpening;
import encore.kernel.accounts.AccountQuery.FindAccount;
import encore.kernel.accounts.AccountQuery.FindAccounts;
import encore.kernel.accounts.AccountQuery.FindKey;
import encore.kernel.accounts.AccountQuery.FindKeys;
import encore.kernel.accounts.AccountQuery.FindOrigins;
import encore.kernel.accounts.ApiKey;
import encore.kernel.accounts.IssuedKey;
import encore.kernel.accounts.KeyCommand.IssueKey;
import encore.kernel.accounts.KeyCommand.RevokeKey;
import encore.kernel.accounts.KeyId;
import encore.kernel.accounts.Origin;
import encore.kernel.accounts.RevokedKey;
import encore.kernel.accounts.Scope;
import encore.kernel.people.Role;
import encore.kernel.points.PointTypeUid;
import encore.kernel.points.PointsCommand.CreatePointType;
import encore.kernel.quotas.Quota;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

class AccountsControllerTest {

    private static final Instant THEN = Instant.ofEpochSecond(1_700_000_000);
    private static final Account ARENA =
            new Account(7, "Arena", 500, Map.of("filters", 9L), List.of("https://a.example"), "p-1", THEN);
    private static final ApiKey KEY = new ApiKey("abc", "web", List.of("crm"), null, THEN);

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(AccountsController.class, KeysController.class, OriginsController.class);

    @BeforeEach
    void both_sides_answer() {
        GATEWAY.backend
                .on(OpenAccount.class, open -> new AccountOpening(open.id(), open.defaultPointUid()))
                .on(
                        CreatePointType.class,
                        create -> new PointTypeUid(create.pointType().uid()))
                .on(IssueKey.class, issue -> {
                    GATEWAY.backend.publish(
                            key(issue.key().account(), issue.key().apiKey(), "any"));
                    return new IssuedKey(issue.key().apiKey());
                })
                .on(RevokeKey.class, revoke -> new RevokedKey(revoke.key().apiKey()))
                .on(RenameAccount.class, rename -> new AccountOpening(rename.id(), "p-1"))
                .on(ChangeAccount.class, change -> new AccountOpening(change.id(), "p-1"))
                .on(SetRateLimit.class, limit -> new AccountOpening(limit.id(), "p-1"))
                .on(ChangeAccount.class, change -> new AccountOpening(change.id(), "p-1"))
                .on(AllowOrigin.class, allow -> new Origin(allow.origin()))
                .on(RemoveOrigin.class, remove -> new Origin(remove.origin()))
                .on(FindAccount.class, find -> ARENA)
                .on(FindOrigins.class, find -> List.of(new Origin("https://a.example")))
                .on(FindAccounts.class, find -> List.of(ARENA))
                .on(FindKeys.class, find -> List.of(KEY))
                .on(FindKey.class, find -> KEY);
    }

    @Test
    void an_account_is_opened_with_its_points_and_a_first_key_pair_in_this_order() {
        Map<?, ?> answer = post(GATEWAY.operator(), "/api/v1/manage/accounts", "name=Arena&calls_per_minute=500")
                .expectStatus()
                .isOk()
                .expectHeader()
                .exists("Encore-Position")
                .expectBody(Map.class)
                .returnResult()
                .getResponseBody();
        assertThat(GATEWAY.backend.sent).hasSize(3);
        OpenAccount open = (OpenAccount) GATEWAY.backend.sent.get(0);
        CreatePointType points = (CreatePointType) GATEWAY.backend.sent.get(1);
        IssueKey issue = (IssueKey) GATEWAY.backend.sent.get(2);
        assertThat(open.name()).isEqualTo("Arena");
        assertThat(open.callsPerMinute()).isEqualTo(500);
        assertThat(points.pointType().account()).isEqualTo(open.id().account());
        assertThat(points.pointType().uid()).isEqualTo(open.defaultPointUid());
        assertThat(points.name()).isEqualTo("points");
        assertThat(issue.key().account()).isEqualTo(open.id().account());
        assertThat(issue.scopes()).isEqualTo(Scope.words());
        assertThat(answer.get("account_id")).isEqualTo(open.id().account());
        assertThat(answer.get("api_key"))
                .isEqualTo(issue.key().apiKey())
                .asString()
                .hasSize(32);
        assertThat(answer.get("api_secret")).asString().hasSize(64);
        assertThat(issue.toString()).doesNotContain((String) answer.get("api_secret"));
    }

    @Test
    void the_first_answer_to_a_repeated_opening_leads_its_further_commands() {
        GATEWAY.backend.on(OpenAccount.class, open -> new AccountOpening(new AccountId(99), "p-99"));
        post(GATEWAY.operator(), "/api/v1/manage/accounts", "name=Arena")
                .expectStatus()
                .isOk();
        CreatePointType points = (CreatePointType) GATEWAY.backend.sent.get(1);
        IssueKey issue = (IssueKey) GATEWAY.backend.sent.get(2);
        assertThat(points.stream()).hasToString("point_type.99.p-99");
        assertThat(issue.key().account()).isEqualTo(99);
    }

    @ParameterizedTest
    @CsvSource({"'', name", "name=+, name", "name=Arena&calls_per_minute=0, calls_per_minute"})
    void a_bad_opening_names_the_field_and_sends_nothing(String form, String field) {
        post(GATEWAY.operator(), "/api/v1/manage/accounts", form)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void the_operator_gives_a_new_pair_to_an_account_that_lost_its_own() {
        post(GATEWAY.operator(), "/api/v1/manage/accounts/99/keys", "label=spare")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.account_id")
                .isEqualTo(99)
                .jsonPath("$.api_secret")
                .isNotEmpty();
        IssueKey issue = (IssueKey) GATEWAY.backend.sent.getFirst();
        assertThat(issue.key().account()).isEqualTo(99);
        assertThat(issue.scopes()).isEqualTo(Scope.words());
    }

    @Test
    void accounts_are_the_operators_alone() {
        post(GATEWAY.server(), "/api/v1/manage/accounts", "name=Arena")
                .expectStatus()
                .isForbidden();
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/accounts")
                .exchange()
                .expectStatus()
                .isForbidden();
    }

    @Test
    void an_account_is_shown() {
        String arena = "{\"account_id\":7,\"name\":\"Arena\",\"calls_per_minute\":500,\"quotas\":{\"filters\":9},"
                + "\"origins\":[\"https://a.example\"],\"default_point_uid\":\"p-1\",\"creation_timestamp\":1700000000}";
        get(GATEWAY.operator(), "/api/v1/manage/accounts/7").json(arena);
        get(GATEWAY.operator(), "/api/v1/manage/accounts").json("[" + arena + "]");
    }

    @Test
    void a_change_sends_what_was_given_and_nothing_else() {
        post(GATEWAY.operator(), "/api/v1/manage/accounts/7", "calls_per_minute=0")
                .expectStatus()
                .isOk();
        post(GATEWAY.operator(), "/api/v1/manage/accounts/7", "name=Hall")
                .expectStatus()
                .isOk();
        post(GATEWAY.operator(), "/api/v1/manage/accounts/7", "name=Hall&calls_per_minute=9")
                .expectStatus()
                .isOk();
        assertThat(GATEWAY.backend.sent)
                .containsExactly(
                        new SetRateLimit(new AccountId(7), null),
                        new RenameAccount(new AccountId(7), "Hall"),
                        new ChangeAccount(new AccountId(7), "Hall", 9, Map.of()));
    }

    @Test
    void quotas_are_set_by_their_names_and_taken_back() {
        post(GATEWAY.operator(), "/api/v1/manage/accounts/7", "quota_ticket_texts=1000000&quota_filters=-1")
                .expectStatus()
                .isOk();
        assertThat(GATEWAY.backend.sent)
                .containsExactly(new ChangeAccount(
                        new AccountId(7), null, null, Map.of(Quota.TICKET_TEXTS, 1_000_000L, Quota.FILTERS, -1L)));
    }

    @ParameterizedTest
    @CsvSource({
        "quota_everything=1, quota_everything",
        "quota_filters=-2, quota_filters",
        "quota_filters=x, quota_filters"
    })
    void a_wrong_quota_is_named_and_nothing_is_sent(String form, String field) {
        post(GATEWAY.operator(), "/api/v1/manage/accounts/7", "name=Hall&" + form)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void an_account_does_not_raise_its_own_quotas() {
        post(GATEWAY.server(), "/api/v1/manage/accounts/7", "quota_filters=1000000")
                .expectStatus()
                .isForbidden();
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void a_key_pair_is_issued_by_form_and_by_json_and_only_its_hash_is_sent() {
        GATEWAY.server()
                .post()
                .uri("/api/v1/manage/keys")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"label\":\"web\",\"scopes\":[\"crm\",\"apps\"]}")
                .exchange()
                .expectStatus()
                .isOk();
        IssueKey issue = (IssueKey) GATEWAY.backend.sent.getFirst();
        assertThat(issue.key().account()).isEqualTo(GatewayUnderTest.ACCOUNT);
        assertThat(issue.label()).isEqualTo("web");
        assertThat(issue.scopes()).containsExactly("crm", "apps");
        assertThat(issue.secretHash()).hasSize(64);
        post(GATEWAY.server(), "/api/v1/manage/keys", "label=web&scopes=crm&scopes=apps")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.api_secret")
                .value(secret -> assertThat((String) secret)
                        .isNotEqualTo(((IssueKey) GATEWAY.backend.sent.get(1)).secretHash()));
        assertThat(((IssueKey) GATEWAY.backend.sent.get(1)).scopes()).containsExactly("crm", "apps");
    }

    @Test
    void a_pair_has_the_role_of_the_person_who_gives_it_as_its_ceiling_and_none_if_an_owner_does() {
        for (Role role : List.of(Role.DEVELOPER, Role.OWNER)) {
            PersonUnderTest.signedIn(GATEWAY, role)
                    .call(HttpMethod.POST, "/api/v1/manage/keys")
                    .contentType(MediaType.APPLICATION_JSON)
                    .bodyValue("{\"label\":\"web\",\"scopes\":[\"crm\"]}")
                    .exchange()
                    .expectStatus()
                    .isOk();
        }
        assertThat(GATEWAY.backend.sent)
                .extracting(command -> ((IssueKey) command).ceiling())
                .containsExactly(Role.DEVELOPER, null);
    }

    @Test
    void a_pair_under_a_ceiling_gives_its_ceiling_on() {
        ControlMessage.Key key = key(GatewayUnderTest.ACCOUNT, "key-limited", "secret-limited");
        Set<String> scopes = Set.of("manage", "crm");
        GATEWAY.backend.publish(new ControlMessage.Key(
                key.account(), key.apiKey(), key.secretHash(), "test", scopes, Set.of(), Role.DEVELOPER));
        GATEWAY.anybody()
                .post()
                .uri("/api/v1/manage/keys")
                .header("Api-Key", "key-limited")
                .header("Api-Secret", "secret-limited")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"label\":\"web\",\"scopes\":[\"crm\"]}")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(((IssueKey) GATEWAY.backend.sent.getFirst()).ceiling()).isEqualTo(Role.DEVELOPER);
    }

    @Test
    void when_another_request_with_the_same_key_was_quicker_no_secret_is_shown() {
        GATEWAY.backend.on(IssueKey.class, issue -> new IssuedKey("the-other"));
        post(GATEWAY.server(), "/api/v1/manage/keys", "label=web&scopes=crm")
                .expectStatus()
                .isEqualTo(409)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("/problems/answer-not-kept");
    }

    @Test
    void a_scope_that_is_none_is_blamed() {
        GATEWAY.backend.on(IssueKey.class, issue -> {
            throw new Refusal(Refusal.Kind.RULE, "unknown-scope", "scopes", "Scopes are others.");
        });
        post(GATEWAY.server(), "/api/v1/manage/keys", "label=web&scopes=everything")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("scopes");
        post(GATEWAY.server(), "/api/v1/manage/keys", "label=web")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("scopes");
    }

    @Test
    void keys_are_shown_without_secrets() {
        String key = "{\"api_key\":\"abc\",\"label\":\"web\",\"scopes\":[\"crm\"],\"creation_timestamp\":1700000000}";
        get(GATEWAY.server(), "/api/v1/manage/keys/abc").json(key);
        get(GATEWAY.server(), "/api/v1/manage/keys").json("[" + key + "]");
    }

    @Test
    void a_key_is_revoked_whose_name_stands_in_the_path_whoever_calls() {
        GATEWAY.anybody()
                .method(HttpMethod.DELETE)
                .uri("/api/v1/manage/keys/abc?api_key=" + API_KEY + "&api_secret=" + API_SECRET)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(GATEWAY.backend.sent).containsExactly(new RevokeKey(new KeyId(7, "abc")));
    }

    @Test
    void a_text_that_cannot_be_a_key_is_not_found() {
        GATEWAY.server()
                .delete()
                .uri("/api/v1/manage/keys/a.b")
                .exchange()
                .expectStatus()
                .isNotFound();
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void origins_are_listed_added_and_removed() {
        get(GATEWAY.server(), "/api/v1/manage/origins").json("[{\"origin\":\"https://a.example\"}]");
        post(GATEWAY.server(), "/api/v1/manage/origins", "origin=https://b.example")
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"origin\":\"https://b.example\"}");
        GATEWAY.server()
                .delete()
                .uri("/api/v1/manage/origins?origin=https://b.example")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(GATEWAY.backend.sent)
                .containsExactly(
                        new AllowOrigin(new AccountId(7), "https://b.example"),
                        new RemoveOrigin(new AccountId(7), "https://b.example"));
        post(GATEWAY.server(), "/api/v1/manage/origins", "").expectStatus().isBadRequest();
    }

    private static WebTestClient.ResponseSpec post(WebTestClient client, String path, String form) {
        return client.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange();
    }

    private static WebTestClient.BodyContentSpec get(WebTestClient client, String path) {
        return client.get().uri(path).exchange().expectStatus().isOk().expectBody();
    }
}
