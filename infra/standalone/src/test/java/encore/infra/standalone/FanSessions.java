package encore.infra.standalone;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Sessions of fans, which log in by password. */
final class FanSessions {

    /** The address from which the fans log in. */
    static final String ADDRESS = "192.0.2.1";

    private static final String PASSWORD = "the password of a journey";

    private FanSessions() {}

    /**
     * Returns the session_uid of a new session.
     *
     * @param server a client with the secret
     * @param fan a fan with an email; it gets a password if it has none
     */
    static String logIn(Api server, long fan) {
        return logIn(server, fan, server.business("Doors"));
    }

    /** Returns the session_uid of a new session for a business. */
    static String logIn(Api server, long fan, long business) {
        String path = "/api/v1/crm/fans/" + fan;
        JsonNode read = server.get(path).mustBe(200).body();
        if (!read.get("has_password").booleanValue()) {
            server.post(path, "password", PASSWORD).mustBe(200);
        }
        return server.made(
                "/api/v1/sessions/connect",
                "session_uid",
                "network",
                "password",
                "business_id",
                business,
                "email",
                read.get("email").asString(),
                "password",
                PASSWORD,
                "ip_address",
                ADDRESS);
    }

    /** Waits until a gateway refuses a session, for a second at most. */
    static void mustEnd(Api app, String uid) {
        String path = "/api/v1/sessions/" + uid;
        await().pollInSameThread()
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(1))
                .until(() -> app.get(path).status() == 401
                        && app.get(path + "/points").status() == 401);
    }

    /** Returns a client that has the public key alone, as an app of the customer's. */
    static Api app(Api server) {
        return new Api(
                server.url(), Map.of("Api-Key", String.valueOf(server.headers().get("Api-Key"))));
    }
}
