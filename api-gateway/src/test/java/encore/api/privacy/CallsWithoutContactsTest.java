package encore.api.privacy;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.keys.KnownSessions;
import encore.infra.backend.ControlMessage;
import encore.kernel.accounts.Scope;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanDetails;
import encore.kernel.fans.FanQuery.FindFanDetails;
import encore.kernel.fans.FanQuery.SearchFans;
import encore.kernel.filters.FilterQuery.FindManagedFilters;
import encore.kernel.filters.SearchFilter;
import encore.kernel.operations.ComparisonLine.DocumentDifference;
import encore.kernel.operations.ComparisonPage;
import encore.kernel.operations.OperationsQuery.FindDifferences;
import encore.kernel.paging.Page;
import encore.kernel.people.Role;
import encore.kernel.purchases.Purchase;
import encore.kernel.purchases.PurchaseQuery.FindPurchases;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.Session;
import encore.kernel.sessions.SessionCommand.UseSession;
import encore.kernel.sessions.SessionQuery.FindSession;
import encore.kernel.signups.CheckedContact;
import encore.kernel.signups.SignupQuery.CheckContacts;
import encore.kernel.tickets.Ticket;
import encore.kernel.tickets.TicketsQuery.FindTickets;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

/** The secret of a pair whose role sees no contacts, at the whole gateway. */
class CallsWithoutContactsTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(KnownSessions.class);

    private static final List<Role> ROLES = List.of(Role.VIEWER, Role.DEVELOPER);
    private static final String KEY = "key-of-a-";
    private static final String SECRET = "secret-of-a-";
    private static final String UID = "1b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d";

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void pairs_under_a_ceiling() {
        for (Role role : ROLES) {
            ControlMessage.Key pair = GatewayUnderTest.key(
                    ACCOUNT,
                    KEY + role.word(),
                    SECRET + role.word(),
                    Scope.words().toArray(String[]::new));
            backend.publish(new ControlMessage.Key(
                    ACCOUNT,
                    pair.apiKey(),
                    pair.secretHash(),
                    pair.label(),
                    pair.scopes(),
                    pair.endedSessions(),
                    role));
        }
        backend.on(FindFanDetails.class, query -> SampleRecords.of(FanDetails.class))
                .on(SearchFans.class, query -> page(Fan.class))
                .on(FindPurchases.class, query -> page(Purchase.class))
                .on(FindTickets.class, query -> page(Ticket.class))
                .on(FindManagedFilters.class, query -> page(SearchFilter.Managed.class))
                .on(
                        FindDifferences.class,
                        query -> new ComparisonPage(List.of(SampleRecords.of(DocumentDifference.class)), null))
                .on(CheckContacts.class, query -> SampleRecords.of(CheckedContact.class))
                .on(FindSession.class, query -> SampleRecords.of(Session.class))
                .on(
                        UseSession.class,
                        use -> new LiveSessionState(
                                GATEWAY.bean(KnownSessions.class).refOf(UID), 42L, Instant.EPOCH, Instant.MAX, 150));
    }

    private static <T extends Record> Page<T> page(Class<T> row) {
        return new Page<>(List.of(SampleRecords.of(row)), null, null, false, 9);
    }

    private static WebTestClient viewer() {
        return pair(Role.VIEWER);
    }

    private static WebTestClient pair(Role role) {
        return GATEWAY.anybody()
                .mutate()
                .defaultHeader("Api-Key", KEY + role.word())
                .defaultHeader("Api-Secret", SECRET + role.word())
                .build();
    }

    private static String body(WebTestClient client, String path) {
        return String.valueOf(client.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/crm/fans/7",
                "/api/v1/crm/fans",
                "/api/v1/crm/purchases?network=shop&start_date=2026-01-01&end_date=2026-02-01",
                "/api/v1/crm/tickets",
                "/api/v1/manage/search_filters",
                "/api/v1/sessions/" + UID,
                "/api/v1/sessions/" + UID + "/fan"
            })
    void an_answer_has_the_same_fields_and_no_contact(String path) {
        mustLackContacts(body(GATEWAY.server(), path), body(viewer(), path));
    }

    @Test
    void a_comparison_shows_no_document() {
        String path = "/api/v1/manage/projections/fans/compare";
        mustLackContacts(body(GATEWAY.server(), path), body(pair(Role.DEVELOPER), path));
    }

    private static void mustLackContacts(String whole, String without) {
        assertThat(whole).contains(SampleRecords.TEXT);
        assertThat(without).isNotEqualTo(whole);
        assertThat(names(without)).isEqualTo(names(whole.replaceAll("\"said\":\"[^\"]*\"", "")));
    }

    /** The names of the fields, in their order. What an account stored under names of its own is not among them. */
    private static List<String> names(String json) {
        return Pattern.compile("\"(\\w+)\":")
                .matcher(json)
                .results()
                .map(found -> found.group(1))
                .filter(name -> !name.equals("identifier_value") && !name.equals("network"))
                .toList();
    }

    @Test
    void a_fan_has_initials_and_a_display_name() {
        viewer().get()
                .uri("/api/v1/crm/fans/7")
                .exchange()
                .expectBody()
                .jsonPath("$.name")
                .isEqualTo("A. L.")
                .jsonPath("$.display_name")
                .isEqualTo(SampleRecords.TEXT)
                .jsonPath("$.email")
                .isEmpty()
                .jsonPath("$.fields")
                .isEmpty()
                .jsonPath("$.identifiers.length()")
                .isEqualTo(0);
    }

    @Test
    void a_contact_of_a_fan_stands_nowhere_in_an_answer() {
        String without = body(viewer(), "/api/v1/crm/fans/7");
        assertThat(without)
                .contains(
                        "\"email\":null",
                        "\"latitude\":null",
                        "\"fields\":null",
                        "\"props\":null",
                        "\"identifiers\":[]")
                .doesNotContain(Double.toString(SampleRecords.DEGREES), SampleRecords.DAY.toString(), "\"said\"");
    }

    @Test
    void the_public_key_alone_shows_what_it_shows_to_everybody() {
        String answer = body(
                GATEWAY.anybody()
                        .mutate()
                        .defaultHeader("Api-Key", KEY + Role.VIEWER.word())
                        .build(),
                "/api/v1/sessions/" + UID + "/fan");
        assertThat(answer).contains("\"email\":\"" + SampleRecords.TEXT + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/sessions/check?email=ada@example.com, email",
        "/api/v1/sessions/check?phone=x, phone",
        "/api/v1/crm/fans?name=ada, name",
        "/api/v1/crm/fans?fan_radius_km=5, fan_radius_km",
        "/api/v1/crm/fans?fan_postal_codes=10115, fan_postal_codes",
        "/api/v1/manage/fan_count?name=ada, name",
        "/api/v1/crm/tickets?email=ada@example.com, email",
        "/api/v1/crm/registrations?email=ada@example.com, email"
    })
    void a_question_by_a_contact_is_refused(String path, String field) {
        refused(viewer().get().uri(path).exchange(), field);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sessions/connect | {\"network\": \"email\", \"email\": \"ada@example.com\"} | email",
                "sessions/signup | {\"first_name\": \"Ada\"} | first_name",
                "sessions/wifi_fans | {\"last_name\": \"King\", \"business_id\": \"x\"} | last_name",
                "sessions/" + UID + "/fan | {\"field_colour\": \"red\"} | field_colour",
                "partner_subscription | {\"user_key\": \"u\"} | user_key"
            })
    void a_call_that_sends_a_contact_is_refused(String path, String body, String field) {
        refused(post(viewer(), "/api/v1/" + path, body), field);
    }

    /** No role has the right to change these and lacks contacts, so the refusal may name either right. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "crm/fans | {\"email\": \"ada@example.com\"}",
                "manage/search_filters | {\"filter_name\": \"f\", \"name\": \"ada\"}",
                "crm/purchases | {\"purchase_key\": \"p\", \"customer_key\": \"c\"}",
                "crm/bulk_tickets | {\"tickets\": [{\"ticket_key\": \"t\", \"email\": \"e\"}]}",
                "manage/fans/7 | {\"field_colour\": \"red\"}"
            })
    void a_change_of_a_contact_is_refused(String path, String body) {
        forbidden(post(viewer(), "/api/v1/" + path, body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "crm/fan_identifiers?network=x&identifier_value=1",
                "manage/audit/fans/7/export",
                "manage/operations/export"
            })
    void a_file_and_an_identifier_are_refused(String path) {
        forbidden(viewer().get().uri("/api/v1/" + path).exchange());
    }

    private static WebTestClient.ResponseSpec post(WebTestClient client, String path, String body) {
        return client.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(body)
                .exchange();
    }

    private void refused(WebTestClient.ResponseSpec answer, String field) {
        forbidden(answer)
                .jsonPath("$.type")
                .isEqualTo("/problems/contacts-needed")
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }

    private WebTestClient.BodyContentSpec forbidden(WebTestClient.ResponseSpec answer) {
        var body = answer.expectStatus()
                .isForbidden()
                .expectHeader()
                .contentTypeCompatibleWith(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody();
        assertThat(backend.sent).allMatch(UseSession.class::isInstance);
        assertThat(backend.asked).isEmpty();
        return body;
    }
}
