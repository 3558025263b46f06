package encore.api.shows;

import static encore.api.GatewayUnderTest.ACCOUNT;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.keys.KnownSessions;
import encore.kernel.Refusal;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.SessionCommand.UseSession;
import encore.kernel.sessions.SessionId;
import encore.kernel.shows.answers.AnswerQuery.FindLogTime;
import encore.kernel.shows.answers.LogTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;

/** A gateway with one live session, of a fan or of a guest. */
public final class LiveSessions {

    private static final String UID = "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d";

    private LiveSessions() {}

    /** Lets one session live, and the clocks agree. */
    public static void of(GatewayUnderTest gateway, @Nullable Long fan) {
        KnownSessions sessions = gateway.bean(KnownSessions.class);
        String ref = sessions.refOf(UID);
        sessions.forget(ACCOUNT, ref);
        FakeBackend backend = gateway.backend;
        backend.on(
                UseSession.class,
                use -> use.session().equals(new SessionId(ACCOUNT, ref))
                        ? new LiveSessionState(ref, fan, Instant.now(), Instant.MAX, 150)
                        : Mono.error(Refusal.unknown("over")));
        backend.on(FindLogTime.class, query -> new LogTime(Instant.now()));
    }

    /** Sends the public key and the session. */
    public static WebTestClient page(GatewayUnderTest gateway) {
        return gateway.anybody()
                .mutate()
                .defaultHeader("Api-Key", GatewayUnderTest.API_KEY)
                .defaultHeader("Session-Uid", UID)
                .build();
    }

    /** Sends the public key alone. */
    public static WebTestClient stranger(GatewayUnderTest gateway) {
        return gateway.anybody()
                .mutate()
                .defaultHeader("Api-Key", GatewayUnderTest.API_KEY)
                .build();
    }

    /** Returns the session_uid. */
    public static String uid() {
        return UID;
    }
}
