package encore.api.people;

import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;

/** Callers of commands that change nothing. */
final class LookUps {

    private LookUps() {}

    /** Returns the caller without its idempotency key: a repeat of the request looks again. */
    static Caller caller(Caller caller) {
        RequestContext context = caller.context();
        return new Caller(
                caller.account(),
                caller.actor(),
                new RequestContext(null, null, context.minPosition(), context.maxWait(), context.strict()));
    }
}
