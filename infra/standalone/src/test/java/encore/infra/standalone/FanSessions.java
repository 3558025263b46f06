package encore.infra.standalone;

import encore.api.keys.KnownSessions;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.fans.FanId;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.SessionCommand.LogIn;
import encore.kernel.sessions.SessionCommand.OpenFanSession;
import encore.kernel.sessions.logins.LoginDetails;
import encore.kernel.sessions.logins.LoginNetwork;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/** Sessions of fans, opened by the command that is the last step of every login. They need a server in this process. */
final class FanSessions {

    /** The address from which the fans log in. */
    static final String ADDRESS = "192.0.2.1";

    private FanSessions() {}

    /** Returns the session_uid of a new session. */
    static String logIn(RunningEncore encore, Api account, long fan) {
        return logIn(encore, account, fan, account.business("Doors"));
    }

    /** Returns the session_uid of a new session for a business. */
    static String logIn(RunningEncore encore, Api account, long fan, long business) {
        RunningEncore.assumeOneProcess("the command is sent in the process of the server");
        KnownSessions sessions = encore.bean(KnownSessions.class);
        long number = account.get("/api/v1/crm/fans/" + fan)
                .mustBe(200)
                .body()
                .get("account_id")
                .longValue();
        String uid = Ids.sessionUid();
        var details = new LoginDetails(
                business,
                null,
                LoginNetwork.EMAIL,
                LoginType.CODE,
                LoginSource.CONNECT,
                "ann@x.example",
                ADDRESS,
                null,
                null);
        var opening = new OpenFanSession(
                new LoginsId(new FanId(number, fan)), sessions.refOf(uid), details, null, null, null, Instant.now());
        Objects.requireNonNull(encore.bean(Backend.class)
                .send(new Caller(number, "key:test", RequestContext.defaults()), new LogIn(opening, null))
                .block());
        return uid;
    }

    /** Returns a client that has the public key alone, as an app of the customer's. */
    static Api app(Api server) {
        return new Api(
                server.url(), Map.of("Api-Key", String.valueOf(server.headers().get("Api-Key"))));
    }
}
