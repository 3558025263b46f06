package encore.api.portals;

import com.github.benmanes.caffeine.cache.Ticker;
import encore.api.limits.WindowCounters;
import encore.api.passwords.PasswordHasher;
import encore.api.problems.Problem;
import encore.api.server.GatewaySettings;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.portals.OpenedPortal;
import encore.kernel.portals.PortalCommand.NotePortalAccess;
import encore.kernel.portals.PortalCommand.ReadPortalPassword;
import encore.kernel.portals.PortalId;
import encore.kernel.portals.PortalPassword;
import encore.kernel.portals.PortalQuery.FindOpenedPortal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Opens portals. A portal takes ten wrong passwords an hour; of several gateways each takes its part, rounded up. That the
 * opening could not be noted is no error.
 */
@Component
class PortalAccess {

    private static final int WRONG_PASSWORDS = 10;
    private static final Duration WINDOW = Duration.ofHours(1);
    private static final Duration LONGEST_NOTE = Duration.ofSeconds(1);

    private final Backend backend;
    private final PasswordHasher passwordHasher;
    private final WindowCounters<PortalId> wrongPasswords;

    PortalAccess(Backend backend, PasswordHasher passwordHasher, GatewaySettings settings) {
        this.backend = backend;
        this.passwordHasher = passwordHasher;
        int gateways = settings.gateways();
        wrongPasswords =
                new WindowCounters<>(WINDOW, (WRONG_PASSWORDS + gateways - 1) / gateways, Ticker.systemTicker());
    }

    /** Answers a portal with its performances, or fails with a {@link Problem} (401) for a wrong password. */
    Mono<OpenedPortal> open(Caller caller, PortalId portal, @Nullable String password) {
        if (wrongPasswords.isAtLimit(portal)) {
            return Mono.error(Problem.tooMany(
                    "portal-limit",
                    "Too many wrong passwords were sent for this portal.",
                    wrongPasswords.untilReset(portal)));
        }
        return backend.send(caller.forLookUp(), new ReadPortalPassword(portal))
                .flatMap(stored -> isRight(stored, password))
                .flatMap(isRight -> isRight ? answer(caller, portal) : refuse(portal));
    }

    private Mono<Boolean> isRight(PortalPassword stored, @Nullable String password) {
        return stored.passwordHash() == null
                ? Mono.just(true)
                : passwordHasher.matches(password == null ? "" : password, stored.passwordHash());
    }

    private Mono<OpenedPortal> refuse(PortalId portal) {
        wrongPasswords.count(portal);
        return Mono.error(Problem.unauthorized("portal-password-wrong", "The password is not that of the portal."));
    }

    private Mono<OpenedPortal> answer(Caller caller, PortalId portal) {
        return backend.send(caller, new NotePortalAccess(portal))
                .timeout(LONGEST_NOTE)
                .onErrorComplete()
                .then(Mono.defer(() -> backend.ask(caller, new FindOpenedPortal(portal.account(), portal.uid()))));
    }
}
