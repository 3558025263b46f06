package encore.api.access;

import encore.api.routing.Invocations;
import encore.kernel.accounts.Scope;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/** The access rules of all handlers, read at the start, which fails when a handler declares none. */
@Component
class Rules implements SmartInitializingSingleton {

    private final ObjectProvider<RequestMappingHandlerMapping> mappings;
    private final Map<Method, Rule> rules = new HashMap<>();
    private Map<RequestMappingInfo, HandlerMethod> handlers = Map.of();

    Rules(@Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> mappings) {
        this.mappings = mappings;
    }

    @Override
    public void afterSingletonsInstantiated() {
        handlers = Map.copyOf(mappings.getObject().getHandlerMethods());
        handlers.values().forEach(handler -> rules.put(handler.getMethod(), read(handler)));
    }

    private static Rule read(HandlerMethod handler) {
        Optional<Rule> declared = Rule.of(handler);
        if (declared.isEmpty() && Invocations.isOurs(handler)) {
            throw new IllegalStateException(handler.getShortLogMessage() + " declares no @Access");
        }
        declared.map(Rule::scope).filter(scope -> !scope.isEmpty()).ifPresent(scope -> {
            if (!Scope.words().contains(scope)) {
                throw new IllegalStateException(handler.getShortLogMessage() + " names no scope: " + scope);
            }
        });
        return declared.orElse(Rule.OPEN);
    }

    Rule of(HandlerMethod handler) {
        Rule rule = rules.get(handler.getMethod());
        // A handler that was mapped after the start was never checked, so only the operator may call it.
        return rule != null ? rule : new Rule("", Lock.OPERATOR, false, false, false);
    }

    /** Returns the rule of the handler that such a request would reach, for a preflight. */
    Optional<Rule> of(PathContainer path, String method) {
        return handlers.entrySet().stream()
                .filter(entry -> matches(entry.getKey(), path, method))
                .findFirst()
                .map(entry -> of(entry.getValue()));
    }

    /** Returns the methods of a path, including OPTIONS; empty when there is no such path. */
    Set<String> methods(PathContainer path) {
        Set<String> methods = new TreeSet<>();
        handlers.keySet().stream()
                .filter(info -> matches(info, path))
                .flatMap(info -> info.getMethodsCondition().getMethods().stream())
                .forEach(method -> methods.add(method.name()));
        if (!methods.isEmpty()) {
            methods.add("OPTIONS");
        }
        return methods;
    }

    private static boolean matches(RequestMappingInfo info, PathContainer path, String method) {
        return matches(info, path)
                && info.getMethodsCondition().getMethods().stream()
                        .anyMatch(m -> m.name().equals(method));
    }

    private static boolean matches(RequestMappingInfo info, PathContainer path) {
        return info.getPatternsCondition().getPatterns().stream().anyMatch(pattern -> pattern.matches(path));
    }
}
