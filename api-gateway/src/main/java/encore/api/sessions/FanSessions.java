package encore.api.sessions;

import encore.api.keys.KnownSession;
import encore.api.keys.KnownSessions;
import encore.api.logins.LoginFailures;
import encore.api.logins.LoginStep.ContactAdded;
import encore.api.logins.LoginStep.ProvenLogin;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.fans.FanQuery.FindFanDetails;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.SessionCommand.EndOtherSessions;
import encore.kernel.sessions.SessionCommand.LogIn;
import encore.kernel.sessions.SessionCommand.OpenFanSession;
import encore.kernel.sessions.SessionQuery.FindSession;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Opens the sessions of fans whose proof was right. */
@Component
class FanSessions {

    private final Backend backend;
    private final KnownSessions knownSessions;

    FanSessions(Backend backend, KnownSessions knownSessions) {
        this.backend = backend;
        this.knownSessions = knownSessions;
    }

    /** Opens a session, and ends the one that the call brought. */
    Mono<ConnectAnswer> open(ConnectCall call, ProvenLogin proven, @Nullable KnownSession replaced) {
        long account = call.login().account();
        String sessionUid = Ids.sessionUid();
        var opening = new OpenFanSession(
                new LoginsId(proven.fan()),
                knownSessions.refOf(sessionUid),
                call.details(proven.contact(), proven.type()),
                proven.passwordPosition(),
                null,
                proven.acceptedTerms(),
                call.login().at());
        return backend.send(call.login().caller(), new LogIn(opening, replaced == null ? null : replaced.ref()))
                .onErrorMap(LoginFailures::lateFailure)
                .doOnNext(opened -> forget(account, replaced))
                .flatMap(opened -> props(call, proven.fan().number())
                        .map(props -> ConnectAnswer.opened(sessionUid, account, opened, props.orElse(null))));
    }

    /** Answers the session that the call brought, which goes on. Others end if a confirmed contact was replaced. */
    Mono<ConnectAnswer> goOn(ConnectCall call, ContactAdded added, @Nullable KnownSession session) {
        if (session == null) {
            throw new IllegalStateException("A contact is added to the fan of a session");
        }
        long account = call.login().account();
        Mono<?> othersEnded = !added.isReplaced()
                ? Mono.empty()
                : backend.send(
                                call.login().caller(),
                                new EndOtherSessions(new LoginsId(added.fan()), session.ref(), null))
                        .doOnNext(ended -> ended.sessionHashes().forEach(ref -> knownSessions.forget(account, ref)));
        return othersEnded
                .then(Mono.defer(() -> backend.ask(call.login().caller(), new FindSession(account, session.ref()))))
                .onErrorMap(KnownSessions::toSessionProblem)
                .map(found -> new ConnectAnswer.Opened(
                        String.valueOf(call.sessionUid()),
                        session.fanId(),
                        account,
                        found.props(),
                        found.expirationTimestamp()));
    }

    private void forget(long account, @Nullable KnownSession replaced) {
        if (replaced != null) {
            knownSessions.forget(account, replaced.ref());
        }
    }

    /**
     * Finds the props of a fan as the projections have them, without a wait. The code of the login is used up and the
     * session is open by now, so a query side that lags or is away must not keep it from the fan.
     */
    private Mono<Optional<JsonNode>> props(ConnectCall call, long fanId) {
        Caller caller = call.login().caller();
        var reader = new Caller(caller.account(), caller.actor(), RequestContext.defaults());
        return backend.ask(reader, new FindFanDetails(caller.account(), fanId))
                .map(found -> Optional.ofNullable(found.fan().props()))
                .onErrorReturn(Optional.empty());
    }
}
