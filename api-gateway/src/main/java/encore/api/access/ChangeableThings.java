package encore.api.access;

import encore.api.paging.Listing;
import encore.api.routing.InvokingHandlerAdapter;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.api.wire.StreamedListing;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.core.ResolvableType;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.util.pattern.PathPattern;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Finds the calls that read one thing which another call of the same path changes or removes. Their answers have an ETag. A
 * list has none: the POST of its path adds to it.
 */
public final class ChangeableThings {

    private static final Set<RequestMethod> CHANGES = Set.of(RequestMethod.POST, RequestMethod.DELETE);

    private static final List<Class<?>> LISTS =
            List.of(Collection.class, Listing.class, ListOrPage.class, StreamedListing.class, Flux.class);

    private ChangeableThings() {}

    /** Returns the methods of the handlers that read such a thing. */
    public static Set<Method> readers(Map<RequestMappingInfo, HandlerMethod> handlers) {
        Set<PathPattern> changed = handlers.keySet().stream()
                .filter(info -> info.getMethodsCondition().getMethods().stream().anyMatch(CHANGES::contains))
                .flatMap(info -> info.getPatternsCondition().getPatterns().stream())
                .collect(Collectors.toSet());
        return handlers.entrySet().stream()
                .filter(entry -> isRead(entry.getKey(), changed))
                .map(Map.Entry::getValue)
                .filter(handler -> InvokingHandlerAdapter.isOwnHandler(handler) && answersOneThing(handler))
                .map(HandlerMethod::getMethod)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean isRead(RequestMappingInfo info, Set<PathPattern> changed) {
        return info.getMethodsCondition().getMethods().equals(Set.of(RequestMethod.GET))
                && info.getPatternsCondition().getPatterns().stream().anyMatch(changed::contains);
    }

    private static boolean answersOneThing(HandlerMethod handler) {
        ResolvableType type = ResolvableType.forMethodParameter(handler.getReturnType());
        Class<?> answer =
                Mono.class.isAssignableFrom(type.toClass()) ? type.getGeneric(0).toClass() : type.toClass();
        return LISTS.stream().noneMatch(list -> list.isAssignableFrom(answer));
    }
}
