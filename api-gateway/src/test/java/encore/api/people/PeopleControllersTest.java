package encore.api.people;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.PersonUnderTest;
import encore.infra.backend.Caller;
import encore.infra.backend.ControlMessage;
import encore.kernel.people.ConsoleAccess;
import encore.kernel.people.NewSecret;
import encore.kernel.people.PeopleCommand.EndPersonSessions;
import encore.kernel.people.PeopleCommand.RemovePerson;
import encore.kernel.people.PeopleCommand.SwitchConsoleKeys;
import encore.kernel.people.PeopleId;
import encore.kernel.people.PeopleQuery.FindConsoleAccess;
import encore.kernel.people.PeopleQuery.FindPeople;
import encore.kernel.people.PeopleQuery.FindPerson;
import encore.kernel.people.Person;
import encore.kernel.people.PersonId;
import encore.kernel.people.PersonRef;
import encore.kernel.people.Role;
import encore.kernel.people.links.LinkToken;
import encore.kernel.people.links.MadeLink;
import encore.kernel.people.signin.NewCodes;
import encore.kernel.people.signin.PersonCommand.ChangePerson;
import encore.kernel.people.signin.PersonCommand.InviteAgain;
import encore.kernel.people.signin.PersonCommand.InvitePerson;
import encore.kernel.people.signin.PersonCommand.ReadLinkToken;
import encore.kernel.people.signin.PersonCommand.ReadNewSecret;
import encore.kernel.people.signin.PersonCommand.RemoveCodes;
import encore.kernel.people.signin.PersonCommand.SetUpCodes;
import encore.kernel.settings.AccountSettings;
import encore.kernel.settings.AccountSettingsQuery.FindAccountSettings;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.function.BodyInserters;

/** The calls by which an owner looks after people, and those by which each person looks after itself. */
class PeopleControllersTest {

    private static final String PEOPLE = "/api/v1/manage/people";
    private static final String GRACE = PEOPLE + "/0199-grace";
    private static final String ME = "/api/v1/manage/me";
    private static final String CONSOLE = "/api/v1/manage/console";
    private static final PersonId GRACE_ID = new PersonId(ACCOUNT, "0199-grace");

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(PeopleController.class, MeController.class, ConsoleAccessController.class);

    private static final AccountSettings SETTINGS = new AccountSettings("EUR", ZoneId.of("Europe/Vienna"), "de-AT");

    private final FakeBackend backend = GATEWAY.backend;
    private PersonUnderTest owner;
    private boolean isMailed = true;
    private boolean isDisabled;

    @BeforeEach
    void grace_works_for_the_account() {
        owner = PersonUnderTest.signedIn(GATEWAY, Role.OWNER);
        publishGrace(Role.MARKETER, 1);
        backend.on(FindPeople.class, query -> List.of(grace("0199-grace")))
                .on(FindPerson.class, query -> grace(query.personUid()))
                .on(FindAccountSettings.class, query -> SETTINGS)
                .on(InvitePerson.class, invite -> new MadeLink(invite.person().uid(), 1, isMailed))
                .on(InviteAgain.class, invite -> new MadeLink(invite.person().uid(), 2, isMailed))
                .on(ReadLinkToken.class, read -> new LinkToken("dG9rZW4"))
                .on(ChangePerson.class, change -> new PersonRef(change.person().uid()))
                .on(RemoveCodes.class, remove -> new PersonRef(remove.person().uid()))
                .on(RemovePerson.class, remove -> {
                    backend.publish(new ControlMessage.PersonGone(ACCOUNT, remove.personUid()));
                    return new PersonRef(remove.personUid());
                })
                .on(EndPersonSessions.class, end -> {
                    backend.publish(new ControlMessage.Person(ACCOUNT, end.personUid(), Role.MARKETER, 2, Set.of()));
                    return new PersonRef(end.personUid());
                });
    }

    private void publishGrace(Role role, int generation) {
        backend.publish(new ControlMessage.Person(ACCOUNT, GRACE_ID.uid(), role, generation, Set.of()));
    }

    private Person grace(String uid) {
        Instant at = Instant.ofEpochSecond(1_800_000_000);
        return new Person(uid, "grace@arena.example", "Grace", Role.MARKETER, true, isDisabled, true, at, null);
    }

    // manage/people

    @Test
    void the_people_are_listed_and_found() {
        owner.call(HttpMethod.GET, PEOPLE)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("[{\"person_uid\":\"0199-grace\",\"email\":\"grace@arena.example\",\"name\":\"Grace\","
                        + "\"role\":\"marketer\",\"is_accepted\":true,\"is_disabled\":false,\"has_codes\":true,"
                        + "\"creation_timestamp\":1800000000,\"last_sign_in_timestamp\":null}]");
        owner.call(HttpMethod.GET, GRACE)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.person_uid")
                .isEqualTo("0199-grace");
        owner.call(HttpMethod.GET, PEOPLE + "/..x").exchange().expectStatus().isNotFound();
        assertThat(backend.asked).containsExactly(new FindPeople(ACCOUNT), new FindPerson(ACCOUNT, "0199-grace"));
    }

    @Test
    void an_invitation_goes_by_mail_and_shows_no_link() {
        json(
                        owner.call(HttpMethod.POST, PEOPLE),
                        Map.of("email", "Grace@Arena.example", "name", "Grace", "role", "viewer"))
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.email")
                .isEqualTo("grace@arena.example")
                .jsonPath("$.link")
                .isEmpty();
        InvitePerson invite = (InvitePerson) backend.sent.getFirst();
        assertThat(invite.email()).isEqualTo("grace@arena.example");
        assertThat(invite.role()).isEqualTo(Role.VIEWER);
        assertThat(invite.place().address()).isEqualTo("http://127.0.0.1:" + GATEWAY.port() + "/console/");
        assertThat(invite.place().senderName()).isEqualTo("Arena");
        assertThat(backend.sent).hasSize(1);
        assertThat(backend.callers.getFirst()).extracting(Caller::actor).isEqualTo("person:person-owner");
    }

    @Test
    void an_invitation_that_cannot_be_mailed_shows_its_link_to_the_inviter() {
        isMailed = false;
        String link = owner.call(HttpMethod.POST, PEOPLE)
                .body(BodyInserters.fromFormData("email", "grace@arena.example")
                        .with("name", "Grace")
                        .with("role", "viewer"))
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(InvitedLink.class)
                .returnResult()
                .getResponseBody()
                .link();
        String uid = ((InvitePerson) backend.sent.getFirst()).person().uid();
        assertThat(link)
                .isEqualTo("http://127.0.0.1:" + GATEWAY.port() + "/console/?account=7#7." + uid + ".1.dG9rZW4");
        json(owner.call(HttpMethod.POST, GRACE + "/invitation"), Map.of())
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.link")
                .isEqualTo("http://127.0.0.1:" + GATEWAY.port() + "/console/?account=7#7.0199-grace.2.dG9rZW4");
    }

    record InvitedLink(String link) {}

    @Test
    void an_invitation_needs_an_email_a_name_and_a_role() {
        for (String missing : List.of("email", "name", "role")) {
            var body = new HashMap<>(Map.of("email", "a@b.example", "name", "A", "role", "viewer"));
            body.remove(missing);
            naming(json(owner.call(HttpMethod.POST, PEOPLE), body).expectStatus(), missing);
        }
        naming(
                json(owner.call(HttpMethod.POST, PEOPLE), Map.of("email", "a@b.example", "name", "A", "role", "king"))
                        .expectStatus(),
                "role");
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_change_is_answered_when_the_gateway_knows_of_it() {
        json(owner.call(HttpMethod.POST, GRACE), Map.of("role", "marketer"))
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.role")
                .isEqualTo("marketer");
        isDisabled = true;
        backend.on(ChangePerson.class, change -> {
            backend.publish(new ControlMessage.PersonGone(ACCOUNT, GRACE_ID.uid()));
            return new PersonRef(GRACE_ID.uid());
        });
        owner.call(HttpMethod.POST, GRACE)
                .body(BodyInserters.fromFormData("is_disabled", "true"))
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(backend.sent)
                .containsExactly(
                        new ChangePerson(GRACE_ID, null, Role.MARKETER, null),
                        new ChangePerson(GRACE_ID, null, null, true));
        naming(
                json(owner.call(HttpMethod.POST, GRACE), Map.of("is_disabled", "perhaps"))
                        .expectStatus(),
                "is_disabled");
    }

    @Test
    void an_owner_removes_a_person_an_app_and_sessions() {
        for (String path : List.of(GRACE + "/codes", GRACE + "/sessions", GRACE)) {
            owner.call(HttpMethod.DELETE, path)
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody(String.class)
                    .isEqualTo("true");
        }
        assertThat(backend.sent)
                .containsExactly(
                        new RemoveCodes(GRACE_ID),
                        new EndPersonSessions(new PeopleId(ACCOUNT), GRACE_ID.uid()),
                        new RemovePerson(new PeopleId(ACCOUNT), GRACE_ID.uid()));
    }

    @Test
    void nobody_but_an_owner_or_a_pair_with_all_scopes_looks_after_people() {
        for (Role role : Role.values()) {
            int status = role == Role.OWNER || role == Role.AUDITOR ? 200 : 403;
            PersonUnderTest person = PersonUnderTest.signedIn(GATEWAY, role);
            person.call(HttpMethod.GET, PEOPLE).exchange().expectStatus().isEqualTo(status);
            json(person.call(HttpMethod.POST, GRACE), Map.of("role", "marketer"))
                    .expectStatus()
                    .isEqualTo(role == Role.OWNER ? 200 : 403);
        }
        GATEWAY.server().get().uri(PEOPLE).exchange().expectStatus().isOk();
    }

    // manage/console

    @Test
    void an_owner_lets_people_in_alone_and_the_operator_lets_pairs_in_again() {
        backend.on(FindConsoleAccess.class, query -> new ConsoleAccess(true)).on(SwitchConsoleKeys.class, order -> {
            backend.publish(new ControlMessage.ConsoleKeys(order.people().account(), order.isAllowed()));
            return new ConsoleAccess(order.isAllowed());
        });
        owner.call(HttpMethod.GET, CONSOLE)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.are_keys_allowed")
                .isEqualTo(true);
        json(owner.call(HttpMethod.POST, CONSOLE), Map.of("are_keys_allowed", false))
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.are_keys_allowed")
                .isEqualTo(false);
        GATEWAY.operator()
                .post()
                .uri("/api/v1/manage/accounts/7/console")
                .body(BodyInserters.fromFormData("are_keys_allowed", "true"))
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(backend.sent)
                .containsExactly(
                        new SwitchConsoleKeys(new PeopleId(ACCOUNT), false),
                        new SwitchConsoleKeys(new PeopleId(ACCOUNT), true));
        naming(json(owner.call(HttpMethod.POST, CONSOLE), Map.of()).expectStatus(), "are_keys_allowed");
    }

    // manage/me

    @Test
    void a_person_is_told_its_name_role_and_rights() {
        PersonUnderTest moderator = PersonUnderTest.signedIn(GATEWAY, Role.MODERATOR);
        moderator
                .call(HttpMethod.GET, ME)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"account_id\":7,\"account_name\":\"Arena\",\"person_uid\":\"person-moderator\","
                        + "\"api_key\":null,\"name\":\"Grace\",\"email\":\"grace@arena.example\",\"role\":\"moderator\","
                        + "\"rights\":[\"fans:read\",\"live:read\",\"live:write\",\"moderation:read\",\"moderation:write\"],"
                        + "\"has_codes\":true,\"console_time_zone\":\"Europe/Vienna\",\"console_locale\":\"de-AT\"}")
                .jsonPath("$.fresh_until_timestamp")
                .isNumber();
    }

    @Test
    void a_pair_is_told_its_rights_too() {
        GATEWAY.server()
                .get()
                .uri(ME)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.api_key")
                .isEqualTo("key-7")
                .jsonPath("$.person_uid")
                .isEmpty()
                .jsonPath("$.rights.length()")
                .isEqualTo(Role.OWNER.rights().size())
                .jsonPath("$.fresh_until_timestamp")
                .isEmpty();
        assertThat(backend.asked).containsExactly(new FindAccountSettings(ACCOUNT));
    }

    @Test
    void a_person_changes_its_own_name() {
        json(owner.call(HttpMethod.POST, ME), Map.of("name", " Ada "))
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.person_uid")
                .isEqualTo("person-owner");
        assertThat(backend.sent).containsExactly(new ChangePerson(owner.id(), "Ada", null, null));
        naming(json(owner.call(HttpMethod.POST, ME), Map.of("name", " ")).expectStatus(), "name");
    }

    @Test
    void a_person_sets_up_an_app_and_takes_it_away_where_the_role_needs_none() {
        PersonUnderTest viewer = PersonUnderTest.signedIn(GATEWAY, Role.VIEWER);
        backend.on(ReadNewSecret.class, read -> new NewSecret(2, "JBSWY3DPEHPK3PXP", "grace@arena.example"))
                .on(SetUpCodes.class, set -> new PersonRef(set.person().uid()));
        json(viewer.call(HttpMethod.POST, ME + "/codes/secret"), Map.of())
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.generation")
                .isEqualTo(2)
                .jsonPath("$.otpauth_url")
                .isEqualTo("otpauth://totp/Encore:grace%40arena.example?secret=JBSWY3DPEHPK3PXP&issuer=Encore");
        viewer.call(HttpMethod.POST, ME + "/codes")
                .body(BodyInserters.fromFormData("generation", "2").with("code", "123456"))
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.recovery_codes.length()")
                .isEqualTo(NewCodes.RECOVERY_CODES);
        SetUpCodes set = (SetUpCodes) backend.sent.getLast();
        assertThat(set.codes().generation()).isEqualTo(2);
        assertThat(set.codes().code()).isEqualTo("123456");
        naming(
                json(viewer.call(HttpMethod.POST, ME + "/codes"), Map.of("generation", 2))
                        .expectStatus(),
                "code");

        viewer.call(HttpMethod.DELETE, ME + "/codes").exchange().expectStatus().isOk();
        assertThat(backend.sent.getLast()).isEqualTo(new RemoveCodes(viewer.id()));
        owner.call(HttpMethod.DELETE, ME + "/codes")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("/problems/codes-needed");
    }

    @Test
    void a_person_ends_all_its_sessions() {
        PersonUnderTest marketer = PersonUnderTest.signedIn(GATEWAY, Role.MARKETER);
        marketer.call(HttpMethod.DELETE, ME + "/sessions")
                .exchange()
                .expectStatus()
                .isOk();
        marketer.call(HttpMethod.GET, ME).exchange().expectStatus().isUnauthorized();
    }

    @Test
    void a_pair_has_no_app_and_no_sessions() {
        for (String path : List.of(ME + "/codes", ME + "/sessions")) {
            GATEWAY.server()
                    .delete()
                    .uri(path)
                    .exchange()
                    .expectStatus()
                    .isBadRequest()
                    .expectBody()
                    .jsonPath("$.type")
                    .isEqualTo("/problems/people-only");
        }
        assertThat(backend.sent).isEmpty();
    }

    private static WebTestClient.ResponseSpec json(WebTestClient.RequestBodySpec call, Map<String, ?> body) {
        return call.contentType(MediaType.APPLICATION_JSON).bodyValue(body).exchange();
    }
}
