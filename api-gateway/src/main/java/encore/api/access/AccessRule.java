package encore.api.access;

import encore.api.binding.RawBody;
import encore.api.problems.Problem;
import encore.kernel.people.Right;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;

/**
 * The access rule that {@link Access} declares for one handler.
 *
 * @param right the right that a person needs; null where the handler belongs to no area
 * @param contacts whether it needs the right to contacts
 * @param sendsETag whether its answer is one thing that another call of the same path changes, so that the answer names the
 *     position that it was read at
 * @param takesRawBody whether the handler takes a file, so that the body has no keys and no parameters
 */
public record AccessRule(
        String scope,
        @Nullable Right right,
        Lock lock,
        boolean ofSession,
        boolean sessionAlone,
        boolean operatorToo,
        boolean contacts,
        boolean fresh,
        boolean evenBanned,
        boolean signIn,
        boolean sendsETag,
        boolean takesRawBody) {

    /** The rule of the frameworks' handlers (API docs), which declare none. */
    static final AccessRule OPEN =
            new AccessRule("", null, Lock.OPEN, false, false, false, false, false, false, false, false, false);

    /** The rule of a handler that was mapped after the start. */
    static final AccessRule OF_UNCHECKED =
            new AccessRule("", null, Lock.OPERATOR, false, false, false, false, false, false, false, false, false);

    /** Returns the annotation that counts for a handler. */
    static Optional<Access> declared(HandlerMethod handler) {
        Access access = AnnotatedElementUtils.findMergedAnnotation(handler.getMethod(), Access.class);
        return Optional.ofNullable(
                access != null
                        ? access
                        : AnnotatedElementUtils.findMergedAnnotation(handler.getBeanType(), Access.class));
    }

    static Optional<AccessRule> of(HandlerMethod handler, boolean sendsETag) {
        return declared(handler)
                .map(declared -> new AccessRule(
                        declared.scope(),
                        right(declared, handler),
                        declared.lock(),
                        declared.ofSession(),
                        declared.sessionAlone(),
                        declared.operatorToo(),
                        declared.contacts(),
                        declared.fresh(),
                        declared.evenBanned(),
                        declared.signIn(),
                        sendsETag,
                        RawBody.isTakenBy(handler)));
    }

    private static @Nullable Right right(Access declared, HandlerMethod handler) {
        RequestMapping mapping = AnnotatedElementUtils.findMergedAnnotation(handler.getMethod(), RequestMapping.class);
        return right(declared, mapping != null && List.of(mapping.method()).equals(List.of(RequestMethod.GET)));
    }

    /** Returns the right that an operation needs of a person; null when it belongs to no area. */
    public static @Nullable Right right(Access declared, boolean isGet) {
        return declared.area().length == 0 ? null : new Right(declared.area()[0], !isGet && !declared.readsOnly());
    }

    /** Throws a {@link Problem} (403) when the operation is not for callers who see no contacts. */
    public void mustNotNeedContacts() {
        if (contacts) {
            throw Problem.contactsNeeded();
        }
    }

    /** Whether pages of other origins may call the handler from a browser. */
    boolean isForBrowsers() {
        return lock == Lock.KEY || lock == Lock.SESSION;
    }
}
