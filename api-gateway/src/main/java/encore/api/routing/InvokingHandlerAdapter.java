package encore.api.routing;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Calls our own handlers with prepared arguments. Spring calls handlers of the frameworks and handlers with other
 * parameters; it searches thirty resolvers for each parameter of each call.
 */
@Component
public class InvokingHandlerAdapter implements HandlerAdapter, Ordered {

    static final String OWN_PREFIX = "encore.";

    private final RequestMappingHandlerAdapter springAdapter;
    private final Map<Method, Optional<HandlerInvoker>> invokers = new ConcurrentHashMap<>();

    InvokingHandlerAdapter(@Qualifier("requestMappingHandlerAdapter") RequestMappingHandlerAdapter others) {
        this.springAdapter = others;
    }

    /** Runs before Spring's own adapter and after the access check. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 1;
    }

    @Override
    public boolean supports(Object handler) {
        return handler instanceof HandlerMethod;
    }

    @Override
    public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
        HandlerMethod found = (HandlerMethod) handler;
        Optional<HandlerInvoker> own = isOwnHandler(found)
                ? invokers.computeIfAbsent(
                        found.getMethod(),
                        method -> calls(found) ? Optional.of(new HandlerInvoker(found)) : Optional.empty())
                : Optional.empty();
        return own.isPresent() ? own.get().invoke(exchange) : springAdapter.handle(exchange, handler);
    }

    /** Whether a handler is called here. Spring calls the others, and binds and writes without regard to contacts. */
    public static boolean calls(HandlerMethod handler) {
        return isOwnHandler(handler) && HandlerInvoker.supports(handler);
    }

    /** Whether a handler is one of our own endpoints and not one of the frameworks'. */
    public static boolean isOwnHandler(HandlerMethod handler) {
        return handler.getBeanType().getName().startsWith(OWN_PREFIX);
    }
}
