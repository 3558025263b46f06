package encore.api.pipeline;

import encore.api.access.AccessRule;
import encore.api.access.AccessRules;
import encore.api.access.CallSource;
import encore.api.access.ConsistencyHeaders;
import encore.api.access.Cors;
import encore.api.access.Lock;
import encore.api.access.MissedChanges;
import encore.api.authentication.Authentication;
import encore.api.authentication.ConsoleSessions;
import encore.api.authentication.RefusedSignIns;
import encore.api.binding.RawBody;
import encore.api.binding.RequestParameters;
import encore.api.keys.AccountState;
import encore.api.keys.CallLimit;
import encore.api.keys.KeyRegistry;
import encore.api.keys.KnownSession;
import encore.api.keys.KnownSessions;
import encore.api.keys.Principal;
import encore.api.privacy.ContactVisibility;
import encore.api.problems.Problem;
import encore.api.routing.InvokingHandlerAdapter;
import encore.api.server.BodyLimit;
import encore.api.wire.AnswerHeaders;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.infra.backend.errors.ErrorGuard;
import encore.infra.backend.errors.ThrownError;
import encore.kernel.Refusal;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Checks access and call limits before every handler, and before any parameter is bound. */
@Component
class AccessHandlerAdapter implements HandlerAdapter, Ordered {

    static final String CALLER = Caller.class.getName();
    static final String PRINCIPAL = Principal.class.getName();
    private static final String SOURCE = CallSource.class.getName();
    static final String SESSION = KnownSession.class.getName();
    static final String ACCOUNT = AccessHandlerAdapter.class.getName() + ".account";

    private static final Set<HttpStatus> REFUSALS =
            Set.of(HttpStatus.UNAUTHORIZED, HttpStatus.FORBIDDEN, HttpStatus.TOO_MANY_REQUESTS);

    private static final String OPERATOR = "operator";
    private static final String ANYBODY = "anybody";

    private final InvokingHandlerAdapter handlers;
    private final AccessRules accessRules;
    private final KeyRegistry keyRegistry;
    private final Authentication authentication;
    private final RefusedSignIns refusedSignIns;
    private final MissedChanges missedChanges;

    AccessHandlerAdapter(
            InvokingHandlerAdapter handlers,
            AccessRules accessRules,
            KeyRegistry keyRegistry,
            Authentication authentication,
            RefusedSignIns refusedSignIns,
            MissedChanges missedChanges) {
        this.handlers = handlers;
        this.accessRules = accessRules;
        this.keyRegistry = keyRegistry;
        this.authentication = authentication;
        this.refusedSignIns = refusedSignIns;
        this.missedChanges = missedChanges;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public boolean supports(Object handler) {
        return handler instanceof HandlerMethod;
    }

    @Override
    public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
        AccessRule accessRule = accessRules.of((HandlerMethod) handler);
        Mono<HandlerResult> result = ErrorGuard.of(handle(accessRule, exchange, handler));
        return accessRule.signIn()
                ? result.doOnError(Problem.class, refusal -> countRefused(exchange, refusal))
                : result;
    }

    /** Counts a refused sign-in. A page that shows no key only asks whether its session goes on. */
    private void countRefused(ServerWebExchange exchange, Problem refusal) {
        String apiKey = Authentication.shownKey(exchange);
        if (apiKey != null && REFUSALS.contains(refusal.status())) {
            InetSocketAddress remote = exchange.getRequest().getRemoteAddress();
            refusedSignIns.count(apiKey, remote == null ? null : remote.getAddress());
        }
    }

    private Mono<HandlerResult> handle(AccessRule accessRule, ServerWebExchange exchange, Object handler) {
        try {
            return switch (accessRule.lock()) {
                case OPEN -> handleOpen(exchange, handler);
                case BROWSER -> whenReady(() -> handleOpen(exchange, handler));
                case OPERATOR -> handleOperator(accessRule, exchange, handler);
                case KEY, SECRET, SESSION ->
                    accessRule.operatorToo() && Authentication.hasBearerToken(exchange.getRequest())
                            ? handleOperator(accessRule, exchange, handler)
                            : accessRule.sessionAlone() && !authentication.showsKey(exchange.getRequest())
                                    ? handleWithSessionAlone(accessRule, exchange, handler)
                                    : handleWithKey(accessRule, exchange, handler);
            };
        } catch (Problem | Error failure) {
            return Mono.error(ThrownError.of(failure));
        }
    }

    /** Handles a call as soon as the keys are recent enough, which they nearly always are. */
    private Mono<HandlerResult> whenReady(Supplier<Mono<HandlerResult>> handling) {
        return keyRegistry.isReady() ? handling.get() : keyRegistry.whenReady().then(Mono.defer(handling));
    }

    private Mono<HandlerResult> handleOpen(ServerWebExchange exchange, Object handler) {
        exchange.getAttributes().put(CALLER, new Caller(0, ANYBODY, RequestContext.defaults()));
        return handlers.handle(exchange, handler);
    }

    private Mono<HandlerResult> handleWithSessionAlone(
            AccessRule accessRule, ServerWebExchange exchange, Object handler) {
        Cors.writeHeaders(accessRule, exchange, null);
        return whenReady(() -> {
            authentication.mustShowSession(exchange.getRequest());
            return handleOpen(exchange, handler);
        });
    }

    private Mono<HandlerResult> handleOperator(AccessRule accessRule, ServerWebExchange exchange, Object handler) {
        authentication.authenticateOperator(exchange.getRequest());
        return whenReady(() -> {
            BodyLimit.of(exchange).allowWholeBody();
            return RequestParameters.of(exchange).flatMap(parameters -> {
                RequestContext context = context(exchange, parameters, "0", keyRegistry.operator());
                attachCaller(accessRule, exchange, keyRegistry.operator(), new Caller(0, OPERATOR, context));
                return handlers.handle(exchange, handler);
            });
        });
    }

    /**
     * Handles a call that needs a key. The whole body is read only when headers and query already identify the caller;
     * from unknown callers the gateway reads little.
     */
    private Mono<HandlerResult> handleWithKey(AccessRule accessRule, ServerWebExchange exchange, Object handler) {
        Cors.writeHeaders(accessRule, exchange, null);
        return whenReady(() -> accessRule.takesRawBody()
                ? handleUpload(accessRule, exchange, handler)
                : handleParameters(accessRule, exchange, handler));
    }

    private Mono<HandlerResult> handleParameters(AccessRule accessRule, ServerWebExchange exchange, Object handler) {
        ServerHttpRequest request = exchange.getRequest();
        Authentication.AuthenticatedCall byHeaders =
                RequestParameters.hasBody(request) ? authentication.authenticateByHeaders(accessRule, exchange) : null;
        boolean admitted = byHeaders != null && byHeaders.isConclusive();
        if (byHeaders != null) {
            if (admitted) {
                countCall(accessRule, exchange, byHeaders.principal());
            }
            BodyLimit.of(exchange).allowWholeBody();
        }
        return RequestParameters.of(exchange).flatMap(parameters -> {
            // The body may name another key than the headers that have already admitted the call.
            Authentication.AuthenticatedCall authenticated =
                    byHeaders == null || !admitted || Authentication.namesKeyOrSecret(parameters)
                            ? authentication.authenticate(accessRule, exchange, parameters)
                            : byHeaders;
            if (!admitted) {
                countCall(accessRule, exchange, authenticated.principal());
            }
            return handleAdmitted(accessRule, authenticated, exchange, parameters, handler);
        });
    }

    /** Handles a call whose body is a file: headers and query identify its caller before a byte of the body is read. */
    private Mono<HandlerResult> handleUpload(AccessRule accessRule, ServerWebExchange exchange, Object handler) {
        Authentication.AuthenticatedCall authenticated =
                authentication.authenticate(accessRule, exchange, RequestParameters.ofQuery(exchange.getRequest()));
        countCall(accessRule, exchange, authenticated.principal());
        BodyLimit.of(exchange).allowUpload(RawBody.MAX_BYTES);
        return RequestParameters.of(exchange)
                .flatMap(parameters -> handleAdmitted(accessRule, authenticated, exchange, parameters, handler));
    }

    private Mono<HandlerResult> handleAdmitted(
            AccessRule accessRule,
            Authentication.AuthenticatedCall authenticated,
            ServerWebExchange exchange,
            RequestParameters parameters,
            Object handler) {
        if (authenticated.session() != null) {
            exchange.getAttributes().put(ConsoleSessions.SESSION, authenticated.session());
        }
        if (!authenticated.seesContacts()) {
            ContactVisibility.hide(exchange);
            accessRule.mustNotNeedContacts();
        }
        exchange.getAttributes().put(PRINCIPAL, authenticated.principal());
        InetSocketAddress remote = exchange.getRequest().getRemoteAddress();
        exchange.getAttributes()
                .put(SOURCE, new CallSource(authenticated.withSecret(), remote == null ? null : remote.getAddress()));
        if (Authentication.asksForSession(accessRule)) {
            return handleWithSession(accessRule, exchange, handler, parameters, authenticated);
        }
        RequestContext context = attachPrincipal(accessRule, exchange, parameters, authenticated);
        return accessRule.lock() == Lock.SECRET && context.hasIfMatch()
                ? handlers.handle(exchange, handler)
                        .onErrorResume(
                                Refusal.class,
                                refusal -> missedChanges
                                        .problem(authenticated.principal().account(), refusal)
                                        .flatMap(Mono::error))
                : handlers.handle(exchange, handler);
    }

    /** Handles a call for a session, or one whose secret stands in for it. */
    private Mono<HandlerResult> handleWithSession(
            AccessRule accessRule,
            ServerWebExchange exchange,
            Object handler,
            RequestParameters parameters,
            Authentication.AuthenticatedCall authenticated) {
        return authentication
                .findSession(accessRule, exchange, parameters, authenticated)
                .doOnNext(session -> authentication.mustNotBeShutOut(session, exchange, parameters))
                .doOnNext(
                        session -> attachSession(accessRule, exchange, parameters, session, authenticated.withSecret()))
                .switchIfEmpty(
                        Mono.fromRunnable(() -> attachPrincipal(accessRule, exchange, parameters, authenticated)))
                .then(Mono.defer(() -> handlers.handle(exchange, handler)))
                .onErrorMap(failure -> accessRule.ofSession() ? KnownSessions.toSessionProblem(failure) : failure);
    }

    /**
     * Makes the principal the actor of the call. Idempotency keys of an account's pairs are the account's. A person has its
     * own, and so has a pair that is bounded by a role: the first answer may hold more than the role may see.
     */
    private RequestContext attachPrincipal(
            AccessRule accessRule,
            ServerWebExchange exchange,
            RequestParameters parameters,
            Authentication.AuthenticatedCall authenticated) {
        Principal principal = authenticated.principal();
        long account = principal.account();
        String owner = principal.role() == null ? Long.toString(account) : account + ":" + principal.actor();
        Caller caller = new Caller(
                account, authenticated.actor(), context(exchange, parameters, owner, keyRegistry.account(account)));
        return attachCaller(accessRule, exchange, keyRegistry.account(account), caller);
    }

    /**
     * Makes a session the actor of the call, whose reads wait for its events. Unless the secret authorises the call, its
     * idempotency key is the session's.
     */
    private void attachSession(
            AccessRule accessRule,
            ServerWebExchange exchange,
            RequestParameters parameters,
            KnownSession session,
            boolean withSecret) {
        AccountState state = keyRegistry.account(session.account());
        String owner = withSecret ? Long.toString(session.account()) : session.keyOwner();
        RequestContext context = context(exchange, parameters, owner, state);
        attachCaller(accessRule, exchange, state, new Caller(session.account(), session.actor(), context))
                .requirePosition(session.position());
        exchange.getAttributes().put(SESSION, session);
    }

    private void countCall(AccessRule accessRule, ServerWebExchange exchange, Principal principal) {
        AccountState accountState = keyRegistry.account(principal.account());
        exchange.getAttributes().put(ACCOUNT, principal.account());
        exchange.getAttributes().put(PRINCIPAL, principal);
        Cors.writeHeaders(accessRule, exchange, accountState.origins());
        CallLimit limit = accountState.limit();
        exchange.getAttributes().put(CallLimit.class.getName(), limit);
        boolean admitted = limit.tryCall();
        limit.writeHeaders(AnswerHeaders.of(exchange.getResponse()));
        if (!admitted) {
            throw limit.exceededProblem();
        }
    }

    /** @param keyOwner the owner of the call's idempotency key, as {@link ConsistencyHeaders#read} takes it */
    private static RequestContext context(
            ServerWebExchange exchange, RequestParameters parameters, String keyOwner, AccountState accountState) {
        return ConsistencyHeaders.read(exchange.getRequest(), parameters, keyOwner, accountState.position());
    }

    private static RequestContext attachCaller(
            AccessRule accessRule, ServerWebExchange exchange, AccountState accountState, Caller caller) {
        RequestContext context = caller.context();
        exchange.getAttributes().put(CALLER, caller);
        ServerHttpResponse response = exchange.getResponse();
        response.beforeCommit(() -> {
            accountState.recordPosition(context.position());
            ConsistencyHeaders.write(context, AnswerHeaders.of(response));
            if (accessRule.sendsETag() && !isProblem(response)) {
                ConsistencyHeaders.writeETag(context, AnswerHeaders.of(response));
            }
            return Mono.empty();
        });
        return context;
    }

    private static boolean isProblem(ServerHttpResponse response) {
        return response.getStatusCode() != null && response.getStatusCode().isError();
    }
}
