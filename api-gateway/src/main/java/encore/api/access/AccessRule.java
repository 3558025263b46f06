package encore.api.access;

import encore.api.binding.RawBody;
import java.util.Optional;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.method.HandlerMethod;

/**
 * The access rule that {@link Access} declares for one handler.
 *
 * @param takesRawBody whether the handler takes a file, so that the body has no keys and no parameters
 */
public record AccessRule(
        String scope,
        Lock lock,
        boolean ofSession,
        boolean sessionAlone,
        boolean operatorToo,
        boolean fresh,
        boolean evenBanned,
        boolean signIn,
        boolean takesRawBody) {

    /** The rule of the frameworks' handlers (API docs), which declare none. */
    static final AccessRule OPEN = new AccessRule("", Lock.OPEN, false, false, false, false, false, false, false);

    /** The rule of a handler that was mapped after the start. */
    static final AccessRule OF_UNCHECKED =
            new AccessRule("", Lock.OPERATOR, false, false, false, false, false, false, false);

    static Optional<AccessRule> of(HandlerMethod handler) {
        Access access = AnnotatedElementUtils.findMergedAnnotation(handler.getMethod(), Access.class);
        if (access == null) {
            access = AnnotatedElementUtils.findMergedAnnotation(handler.getBeanType(), Access.class);
        }
        return Optional.ofNullable(access)
                .map(declared -> new AccessRule(
                        declared.scope(),
                        declared.lock(),
                        declared.ofSession(),
                        declared.sessionAlone(),
                        declared.operatorToo(),
                        declared.fresh(),
                        declared.evenBanned(),
                        declared.signIn(),
                        RawBody.isTakenBy(handler)));
    }

    /** Whether pages of other origins may call the handler from a browser. */
    boolean isForBrowsers() {
        return lock == Lock.KEY || lock == Lock.SESSION;
    }
}
