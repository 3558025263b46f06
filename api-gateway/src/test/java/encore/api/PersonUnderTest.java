package encore.api;

import static encore.api.GatewayUnderTest.ACCOUNT;

import encore.api.authentication.ConsoleSessions;
import encore.api.keys.ActivePerson;
import encore.api.keys.KeyRegistry;
import encore.infra.backend.ControlMessage;
import encore.kernel.people.PersonId;
import encore.kernel.people.Role;
import java.util.Objects;
import java.util.Set;
import org.springframework.http.HttpMethod;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.test.web.reactive.server.WebTestClient;

/** A person of account {@value GatewayUnderTest#ACCOUNT} who is signed in at a gateway. */
public record PersonUnderTest(GatewayUnderTest gateway, String uid, Role role, String cookie) {

    private static final String COOKIE = "encore_console";

    /** Lets a person in, and signs it in. */
    public static PersonUnderTest signedIn(GatewayUnderTest gateway, Role role) {
        String uid = "person-" + role.word();
        publish(gateway, uid, role, 1, Set.of());
        return new PersonUnderTest(gateway, uid, role, cookie(gateway, uid));
    }

    private static void publish(GatewayUnderTest gateway, String uid, Role role, int generation, Set<String> ended) {
        gateway.backend.publish(new ControlMessage.Person(ACCOUNT, uid, role, generation, ended));
    }

    private static String cookie(GatewayUnderTest gateway, String uid) {
        ActivePerson person =
                Objects.requireNonNull(gateway.bean(KeyRegistry.class).findPerson(new PersonId(ACCOUNT, uid)));
        var request = MockServerHttpRequest.post("/console/session")
                .header(ConsoleSessions.HEADER, "1")
                .build();
        return gateway.bean(ConsoleSessions.class)
                .issueCookie(MockServerWebExchange.from(request), person)
                .cookie()
                .getValue();
    }

    public PersonId id() {
        return new PersonId(ACCOUNT, uid);
    }

    /** The person has another role or generation from now on. */
    public void becomes(Role other, int generation) {
        publish(gateway, uid, other, generation, Set.of());
    }

    /** The session of the cookie is ended. */
    public void signedOut() {
        publish(gateway, uid, role, 1, Set.of(cookie.split("\\.")[1]));
    }

    /** The person may not sign in any more. */
    public void gone() {
        gateway.backend.publish(new ControlMessage.PersonGone(ACCOUNT, uid));
    }

    /** Calls as a page of the console does. */
    public WebTestClient.RequestBodySpec call(HttpMethod method, String path) {
        return gateway.anybody()
                .method(method)
                .uri(path)
                .header(ConsoleSessions.HEADER, "1")
                .cookie(COOKIE, cookie);
    }
}
