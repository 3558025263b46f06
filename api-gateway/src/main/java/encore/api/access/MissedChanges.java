package encore.api.access;

import encore.api.problems.MissedChange;
import encore.api.problems.Problem;
import encore.api.problems.Problems;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.Refusal;
import encore.kernel.people.ActorNames;
import encore.kernel.people.PeopleQuery.FindActorNames;
import java.util.Map;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Says to staff who made the change that a call with If-Match had not seen. */
@Component
public class MissedChanges {

    private static final ActorNames NOBODY = new ActorNames(Map.of());

    private final Backend backend;

    MissedChanges(Backend backend) {
        this.backend = backend;
    }

    /** Returns the problem of a refusal, which names the change and its actor if there is one. */
    public Mono<Problem> problem(long account, Refusal refusal) {
        Problem problem = Problems.refused(refusal);
        Refusal.LaterChange change = refusal.laterChange();
        if (change == null) {
            return Mono.just(problem);
        }
        return backend.ask(new Caller(account, "gateway", RequestContext.defaults()), new FindActorNames(account))
                // The change is known whether or not its actor has a name.
                .onErrorReturn(NOBODY)
                .map(names -> problem.with(
                        new MissedChange(change.at(), change.actor(), names.of(change.actor()), change.position())));
    }
}
