package encore.api.logins;

import encore.infra.backend.Backend;
import encore.kernel.sessions.SessionCommand.CheckPlace;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Checks the business and the campaign of a login. */
@Component
public class LoginPlaces {

    private final Backend backend;

    LoginPlaces(Backend backend) {
        this.backend = backend;
    }

    /**
     * Refuses an unknown business or campaign, so that a step that would be refused later sends no code and spends no
     * try. Reads of the call wait for the newest texts of the business.
     */
    public Mono<Void> check(LoginCall call) {
        return backend.send(call.reader(), new CheckPlace(call.business(), call.pageTabId(), !call.withSecret()))
                .doOnNext(checked -> call.caller().context().requirePosition(checked.position()))
                .then();
    }
}
