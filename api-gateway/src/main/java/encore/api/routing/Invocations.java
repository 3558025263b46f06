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
public class Invocations implements HandlerAdapter, Ordered {

    static final String OURS = "encore.";

    private final RequestMappingHandlerAdapter others;
    private final Map<Method, Optional<Invocation>> known = new ConcurrentHashMap<>();

    Invocations(@Qualifier("requestMappingHandlerAdapter") RequestMappingHandlerAdapter others) {
        this.others = others;
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
        Optional<Invocation> own = isOurs(found)
                ? known.computeIfAbsent(
                        found.getMethod(),
                        method -> Invocation.fits(found) ? Optional.of(new Invocation(found)) : Optional.empty())
                : Optional.empty();
        return own.isPresent() ? own.get().of(exchange) : others.handle(exchange, handler);
    }

    /** Whether a handler is one of our own endpoints and not one of the frameworks'. */
    public static boolean isOurs(HandlerMethod handler) {
        return handler.getBeanType().getName().startsWith(OURS);
    }
}
