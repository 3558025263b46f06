package encore.api.sessions;

import encore.api.keys.KnownSessions;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.sessions.GuestId;
import encore.kernel.sessions.SessionCommand.CheckPlace;
import encore.kernel.sessions.SessionCommand.OpenGuestSession;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The steps of the login, one for each network. */
@Component
class ConnectSteps {

    private final Backend backend;
    private final KnownSessions knownSessions;

    ConnectSteps(Backend backend, KnownSessions knownSessions) {
        this.backend = backend;
        this.knownSessions = knownSessions;
    }

    /** Checks what holds for every step, and carries out the one that the call names. */
    Mono<ConnectAnswer> connect(ConnectCall call) {
        ConnectNetwork network = call.input().network();
        if (network != null) {
            // A fan's step begins here: look the session up that it replaces, check the place, then dispatch.
            throw Problem.input("network", ErrorCode.VALUE, "is not supported yet");
        }
        mustReplaceNothing(call);
        return !call.withSecret() && call.input().pageTabId() != null
                ? checkPlace(call).then(Mono.defer(() -> openGuest(call)))
                : openGuest(call);
    }

    /** Checks business and campaign, so that a step that would be refused later sends no code and spends no try. */
    Mono<Void> checkPlace(ConnectCall call) {
        return backend.send(
                        call.caller(),
                        new CheckPlace(call.business(), call.input().pageTabId(), !call.withSecret()))
                .then();
    }

    private static void mustReplaceNothing(ConnectCall call) {
        if (call.input().sessionUid() != null) {
            throw Problem.input(
                    "session_uid", ErrorCode.VALUE, "comes with a fan's login alone: a guest replaces none");
        }
    }

    private Mono<ConnectAnswer> openGuest(ConnectCall call) {
        Caller caller = call.caller();
        String sessionUid = Ids.sessionUid();
        var opening = new OpenGuestSession(
                new GuestId(caller.account(), knownSessions.refOf(sessionUid)),
                call.input().businessId(),
                call.input().pageTabId(),
                call.at());
        return backend.send(caller, opening)
                .map(opened -> ConnectAnswer.opened(sessionUid, caller.account(), opened, null));
    }
}
