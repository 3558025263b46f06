package encore.api.access;

import encore.api.routing.InvokingHandlerAdapter;
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
public class AccessRules implements SmartInitializingSingleton {

    private final ObjectProvider<RequestMappingHandlerMapping> mappings;
    private final Map<Method, AccessRule> accessRules = new HashMap<>();
    private Map<RequestMappingInfo, HandlerMethod> handlers = Map.of();

    AccessRules(@Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> mappings) {
        this.mappings = mappings;
    }

    @Override
    public void afterSingletonsInstantiated() {
        handlers = Map.copyOf(mappings.getObject().getHandlerMethods());
        Set<Method> things = ChangeableThings.readers(handlers);
        handlers.values()
                .forEach(handler ->
                        accessRules.put(handler.getMethod(), read(handler, things.contains(handler.getMethod()))));
    }

    private static AccessRule read(HandlerMethod handler, boolean sendsETag) {
        Optional<AccessRule> declared = AccessRule.of(handler, sendsETag);
        if (declared.isEmpty() && InvokingHandlerAdapter.isOwnHandler(handler)) {
            throw new IllegalStateException(handler.getShortLogMessage() + " declares no @Access");
        }
        AccessRule.declared(handler)
                .filter(access -> access.lock() == Lock.SECRET && access.own() == (access.area().length > 0))
                .ifPresent(access -> {
                    throw new IllegalStateException(handler.getShortLogMessage()
                            + (access.own() ? " is the caller's own, and belongs to an area" : " belongs to no area"));
                });
        declared.map(AccessRule::scope).filter(scope -> !scope.isEmpty()).ifPresent(scope -> {
            if (!Scope.words().contains(scope)) {
                throw new IllegalStateException(handler.getShortLogMessage() + " names no scope: " + scope);
            }
        });
        return declared.orElse(AccessRule.OPEN);
    }

    public AccessRule of(HandlerMethod handler) {
        AccessRule accessRule = accessRules.get(handler.getMethod());
        // A handler that was mapped after the start was never checked, so only the operator may call it.
        return accessRule != null ? accessRule : AccessRule.OF_UNCHECKED;
    }

    /** Returns the rule of the handler that such a request would reach, for a preflight. */
    Optional<AccessRule> of(PathContainer path, String method) {
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
