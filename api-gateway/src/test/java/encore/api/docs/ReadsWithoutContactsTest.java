package encore.api.docs;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.access.AccessRule;
import encore.api.access.Lock;
import encore.api.privacy.SampleRecords;
import encore.infra.backend.ControlMessage;
import encore.kernel.Query;
import encore.kernel.accounts.Scope;
import encore.kernel.operations.ComparisonLine;
import encore.kernel.operations.ComparisonLine.DocumentDifference;
import encore.kernel.operations.ComparisonPage;
import encore.kernel.operations.OperationsQuery.FindDifferences;
import encore.kernel.people.Right;
import encore.kernel.people.Role;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.SessionCommand.UseSession;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.JsonNode;

/**
 * Every read of the API, on sides whose answers hold contacts wherever a component is marked: also those that a handler copies
 * into an answer of its own.
 */
class ReadsWithoutContactsTest {

    private static final List<Role> ROLES =
            Arrays.stream(Role.values()).filter(role -> !role.seesContacts()).toList();

    private static final String KEY = "key-without-contacts-";
    private static final String SECRET = "secret-without-contacts";
    private static final Set<Lock> OF_ACCOUNTS = Set.of(Lock.KEY, Lock.SECRET, Lock.SESSION);
    private static final String SESSION = "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d";

    private static GatewayUnderTest gateway;
    private static WebTestClient client;

    @BeforeAll
    static void start() {
        gateway = GatewayUnderTest.whole(Map.of());
        client = gateway.anybody();
        ROLES.forEach(ReadsWithoutContactsTest::publishPair);
        new ClassFileImporter()
                .importPackages("encore.kernel").stream()
                        .filter(found -> found.isAssignableTo(Query.class) && found.isRecord())
                        .map(JavaClass::reflect)
                        .forEach(query -> answer(gateway.backend, query));
        // Without a next page.
        gateway.backend.on(
                FindDifferences.class,
                query -> new ComparisonPage(
                        List.of((ComparisonLine) SampleRecords.withContactsWhereMarked(
                                ResolvableType.forClass(DocumentDifference.class))),
                        null));
        gateway.backend.on(
                UseSession.class, use -> new LiveSessionState(use.session().ref(), 42L, Instant.EPOCH, Instant.MAX, 1));
    }

    private static void publishPair(Role role) {
        ControlMessage.Key pair = GatewayUnderTest.key(
                ACCOUNT, KEY + role.word(), SECRET, Scope.words().toArray(String[]::new));
        gateway.backend.publish(new ControlMessage.Key(
                ACCOUNT, pair.apiKey(), pair.secretHash(), pair.label(), pair.scopes(), pair.endedSessions(), role));
    }

    private static void answer(FakeBackend backend, Class<?> query) {
        var answer = ResolvableType.forClass(query).as(Query.class).getGeneric(0);
        backend.on(query, asked -> SampleRecords.withContactsWhereMarked(answer));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void no_read_tells_a_contact_to_a_pair_without_contacts() {
        Set<String> answered = new TreeSet<>();
        List<String> telling = new ArrayList<>();
        Set<String> tellingOthers = new TreeSet<>();
        Gateway.WHOLE
                .handlers()
                .forEach((name, endpoint) -> ROLES.stream()
                        .filter(role -> mayRead(role, endpoint))
                        .forEach(role -> {
                            String path = path(endpoint);
                            Answer answer = get(path, KEY + role.word(), SECRET);
                            if (answer.status() == HttpStatus.OK.value()) {
                                answered.add(name);
                            }
                            if (answer.tells()) {
                                telling.add(role.word() + " " + name);
                            }
                            if (get(path, GatewayUnderTest.API_KEY, GatewayUnderTest.API_SECRET)
                                    .tells()) {
                                tellingOthers.add(name);
                            }
                        }));
        assertThat(telling).isEmpty();
        // The others refuse the examples, or no sample can be made of what they ask for.
        assertThat(answered).hasSizeGreaterThan(170);
        assertThat(tellingOthers).hasSizeGreaterThan(18);
    }

    private static boolean mayRead(Role role, EndpointDescription endpoint) {
        if (!endpoint.isRead() || !OF_ACCOUNTS.contains(endpoint.lock())) {
            return false;
        }
        Right right = AccessRule.right(endpoint.access(), true);
        return right == null || role.has(right);
    }

    private record Answer(int status, String body) {

        boolean tells() {
            return body.contains(SampleRecords.TEXT)
                    || body.contains(Double.toString(SampleRecords.DEGREES))
                    || body.contains(SampleRecords.DAY.toString());
        }
    }

    private static Answer get(String path, String key, String secret) {
        var answer = client.get()
                .uri(path)
                .header("Api-Key", key)
                .header("Api-Secret", secret)
                .exchange()
                .expectBody(String.class)
                .returnResult();
        return new Answer(answer.getStatus().value(), String.valueOf(answer.getResponseBody()));
    }

    /** Returns a path with an example for each parameter that is required. */
    private static String path(EndpointDescription endpoint) {
        var address = UriComponentsBuilder.fromPath(
                endpoint.path().replace("{session_uid}", SESSION).replaceAll("\\{\\w+}", "42"));
        Gateway.WHOLE
                .api()
                .path("paths")
                .path(endpoint.path())
                .path("get")
                .path("parameters")
                .valueStream()
                .filter(parameter -> parameter.path("in").asString().equals("query")
                        && parameter.path("required").asBoolean())
                .forEach(parameter ->
                        address.queryParam(parameter.path("name").asString(), example(parameter.path("schema"))));
        return address.build().toUriString();
    }

    private static String example(JsonNode schema) {
        JsonNode example = schema.path("examples").path(0);
        return example.isArray() ? example.path(0).asString() : example.asString();
    }
}
