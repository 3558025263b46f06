package encore.api.routing;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.pattern.PathPattern;
import reactor.core.publisher.Mono;

/**
 * Finds the handler of a call by the segments of its path. Spring would try the pattern of every handler, which cost
 * more than a read. Spring still decides when no handler matches, and when more than method and path selects one.
 */
final class PathTreeHandlerMapping extends RequestMappingHandlerMapping {

    private final PathTree<MappedHandler> mappedHandlers = new PathTree<>();

    /** Replaces Spring's own handler mapping. */
    @Component
    static final class Registrations implements WebFluxRegistrations {

        @Override
        public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
            return new PathTreeHandlerMapping();
        }
    }

    /** A handler with the pattern and methods that it is mapped to. */
    private static final class MappedHandler {
        private final PathPattern pattern;
        private final Set<RequestMethod> methods;
        private final HandlerMethod declared;

        /** Whether the handler is selected by method and path alone. */
        private final boolean byMethodAndPathOnly;

        private volatile @Nullable HandlerMethod handler;

        MappedHandler(PathPattern pattern, RequestMappingInfo info, HandlerMethod declared) {
            this.pattern = pattern;
            this.methods = info.getMethodsCondition().getMethods();
            this.declared = declared;
            this.byMethodAndPathOnly = !methods.isEmpty()
                    && info.getParamsCondition().isEmpty()
                    && info.getHeadersCondition().isEmpty()
                    && info.getConsumesCondition().isEmpty()
                    && info.getProducesCondition().isEmpty()
                    && info.getCustomCondition() == null;
        }

        boolean accepts(HttpMethod method) {
            for (RequestMethod one : methods) {
                if (one.name().equals(method.name())) {
                    return true;
                }
            }
            return !byMethodAndPathOnly;
        }

        /** Returns the handler with its bean. At the start, mappings hold only the bean's name. */
        HandlerMethod handler() {
            HandlerMethod known = handler;
            if (known == null) {
                known = declared.createWithResolvedBean();
                handler = known;
            }
            return known;
        }
    }

    private record HandlerMatch(MappedHandler place, PathPattern.PathMatchInfo path) {}

    /** Runs before all other mappings, because nearly all calls are for these handlers. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    protected void handlerMethodsInitialized(Map<RequestMappingInfo, HandlerMethod> handlers) {
        super.handlerMethodsInitialized(handlers);
        handlers.forEach((info, handler) -> {
            for (PathPattern pattern : info.getPatternsCondition().getPatterns()) {
                mappedHandlers.add(pattern, new MappedHandler(pattern, info, handler));
            }
        });
    }

    /** Refuses mappings after the start, which the tree would not contain. */
    @Override
    public void registerMapping(RequestMappingInfo mapping, Object handler, Method method) {
        throw new UnsupportedOperationException("Handlers cannot be mapped after the start");
    }

    @Override
    public Mono<HandlerMethod> getHandlerInternal(ServerWebExchange given) {
        ServerWebExchange exchange = withSemicolonsAsText(given);
        HandlerMatch handlerMatch = best(exchange);
        if (handlerMatch == null) {
            return super.getHandlerInternal(exchange);
        }
        Map<String, Object> attributes = exchange.getAttributes();
        attributes.put(BEST_MATCHING_PATTERN_ATTRIBUTE, handlerMatch.place().pattern);
        attributes.put(URI_TEMPLATE_VARIABLES_ATTRIBUTE, handlerMatch.path().getUriVariables());
        return Mono.just(handlerMatch.place().handler());
    }

    /**
     * Escapes each semicolon of the path. Spring would cut the rest of a segment off, and call a handler for an id that
     * the path does not have.
     */
    private static ServerWebExchange withSemicolonsAsText(ServerWebExchange exchange) {
        String path = exchange.getRequest().getURI().getRawPath();
        return path.indexOf(';') < 0
                ? exchange
                : exchange.mutate()
                        .request(request -> request.path(path.replace(";", "%3B")))
                        .build();
    }

    private @Nullable HandlerMatch best(ServerWebExchange exchange) {
        HttpMethod method = exchange.getRequest().getMethod();
        PathContainer path = exchange.getRequest().getPath().pathWithinApplication();
        HandlerMatch best = null;
        for (MappedHandler mappedHandler : mappedHandlers.find(path)) {
            if (!mappedHandler.accepts(method)) {
                continue;
            }
            PathPattern.PathMatchInfo found = mappedHandler.pattern.matchAndExtract(path);
            if (found == null) {
                continue;
            }
            int order = best == null
                    ? 1
                    : PathPattern.SPECIFICITY_COMPARATOR.compare(best.place().pattern, mappedHandler.pattern);
            if (order == 0 || !mappedHandler.byMethodAndPathOnly) {
                return null;
            }
            if (order > 0) {
                best = new HandlerMatch(mappedHandler, found);
            }
        }
        return best;
    }
}
