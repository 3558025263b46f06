package encore.api.access;

import encore.api.binding.RequestParameters;
import encore.api.keys.CallLimit;
import encore.api.keys.Keys;
import encore.api.keys.KnownAccount;
import encore.api.keys.KnownKey;
import encore.api.problems.Problem;
import encore.api.routing.Invocations;
import encore.api.server.Intake;
import encore.api.wire.AnswerHeaders;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import org.springframework.core.Ordered;
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
class AccessAdapter implements HandlerAdapter, Ordered {

    static final String CALLER = Caller.class.getName();
    static final String KEY = KnownKey.class.getName();
    static final String ACCOUNT = AccessAdapter.class.getName() + ".account";

    private static final String OPERATOR = "operator";
    private static final String ANYBODY = "anybody";

    private final Invocations handlers;
    private final Rules rules;
    private final Keys keys;
    private final Authentication authentication;

    AccessAdapter(Invocations handlers, Rules rules, Keys keys, Authentication authentication) {
        this.handlers = handlers;
        this.rules = rules;
        this.keys = keys;
        this.authentication = authentication;
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
        Rule rule = rules.of((HandlerMethod) handler);
        try {
            return switch (rule.lock()) {
                case OPEN, BROWSER -> open(exchange, handler);
                case OPERATOR -> operator(exchange, handler);
                case KEY, SECRET, SESSION ->
                    rule.operatorToo() && Authentication.isOperators(exchange.getRequest())
                            ? operator(exchange, handler)
                            : keyed(rule, exchange, handler);
            };
        } catch (Problem problem) {
            return Mono.error(problem);
        }
    }

    private Mono<HandlerResult> open(ServerWebExchange exchange, Object handler) {
        exchange.getAttributes().put(CALLER, new Caller(0, ANYBODY, RequestContext.plain()));
        return handlers.handle(exchange, handler);
    }

    private Mono<HandlerResult> operator(ServerWebExchange exchange, Object handler) {
        authentication.operator(exchange.getRequest());
        keys.mustBeReady();
        Intake.of(exchange).isKnown();
        return RequestParameters.of(exchange).flatMap(given -> {
            call(exchange, given, keys.operator(), 0, OPERATOR);
            return handlers.handle(exchange, handler);
        });
    }

    /**
     * Handles a call that needs a key. The whole body is read only when headers and query already identify the caller;
     * from unknown callers the gateway reads little.
     */
    private Mono<HandlerResult> keyed(Rule rule, ServerWebExchange exchange, Object handler) {
        Cors.describe(rule, exchange, null);
        keys.mustBeReady();
        ServerHttpRequest request = exchange.getRequest();
        Authentication.Entered before =
                RequestParameters.hasBody(request) ? authentication.before(rule, exchange) : null;
        boolean admitted = before != null && before.isWhole();
        if (before != null) {
            if (admitted) {
                admit(rule, exchange, before.key());
            }
            Intake.of(exchange).isKnown();
        }
        return RequestParameters.of(exchange).flatMap(given -> {
            // The body may name another key than the headers that have already admitted the call.
            Authentication.Entered entered = before == null || !admitted || Authentication.showsPair(given)
                    ? authentication.enter(rule, exchange, given)
                    : before;
            if (!admitted) {
                admit(rule, exchange, entered.key());
            }
            if (entered.session() != null) {
                exchange.getAttributes().put(ConsoleSessions.SESSION, entered.session());
            }
            KnownKey key = entered.key();
            exchange.getAttributes().put(KEY, key);
            call(exchange, given, keys.account(key.account()), key.account(), key.actor());
            return handlers.handle(exchange, handler);
        });
    }

    private void admit(Rule rule, ServerWebExchange exchange, KnownKey key) {
        KnownAccount account = keys.account(key.account());
        exchange.getAttributes().put(ACCOUNT, key.account());
        Cors.describe(rule, exchange, account.origins());
        CallLimit limit = account.limit();
        boolean admitted = limit.admits();
        limit.describe(AnswerHeaders.of(exchange.getResponse()));
        if (!admitted) {
            throw limit.exceeded();
        }
    }

    private static void call(
            ServerWebExchange exchange, RequestParameters given, KnownAccount account, long number, String actor) {
        RequestContext call = ConsistencyHeaders.read(exchange.getRequest(), given, number, account.position());
        exchange.getAttributes().put(CALLER, new Caller(number, actor, call));
        ServerHttpResponse response = exchange.getResponse();
        response.beforeCommit(() -> {
            account.reached(call.position());
            ConsistencyHeaders.describe(call, AnswerHeaders.of(response));
            return Mono.empty();
        });
    }
}
