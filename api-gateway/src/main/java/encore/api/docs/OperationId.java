package encore.api.docs;

import java.lang.reflect.Method;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;

/**
 * Names an operation by a verb and a thing, as generated clients name their methods: {@code awardPoints}. A handler whose
 * own name says both gives the id. A handler that is named by a verb alone takes the thing from its controller, so that a
 * new list that an account keeps ({@code all}, {@code one}, {@code add}, {@code change}, {@code remove}) needs no names
 * of its own.
 */
final class OperationId {

    /** Handlers that read through the management API keep this word: the plain name is the contract's operation. */
    private static final String MANAGED = "Managed";

    /** Ends the id of a handler's second path. */
    private static final String ALIAS = "Alias";

    private OperationId() {}

    static String of(EndpointDescription endpointDescription) {
        String name = named(endpointDescription.code());
        return endpointDescription.path().equals(mainPath(endpointDescription.code())) ? name : name + ALIAS;
    }

    private static String named(Method code) {
        String verb = code.getName();
        if (!verb.equals(verb.toLowerCase(Locale.ROOT))) {
            return verb;
        }
        String things = code.getDeclaringClass().getSimpleName().replaceFirst("Controller$", "");
        return switch (verb) {
            case "all" -> "list" + things;
            case "one" -> "find" + singular(things);
            case "find", "search" -> verb + things;
            default -> verb + singular(things.replaceFirst("^" + MANAGED, ""));
        };
    }

    private static String singular(String things) {
        if (things.endsWith("ies")) {
            return things.substring(0, things.length() - 3) + "y";
        }
        if (things.endsWith("sses")) {
            return things.substring(0, things.length() - 2);
        }
        return things.replaceFirst("s$", "");
    }

    /** Returns the first path of a handler's mapping; the others are aliases. */
    private static String mainPath(Method code) {
        return path(AnnotatedElementUtils.findMergedAnnotation(code.getDeclaringClass(), RequestMapping.class))
                + path(AnnotatedElementUtils.findMergedAnnotation(code, RequestMapping.class));
    }

    private static String path(@Nullable RequestMapping mapping) {
        return mapping == null || mapping.path().length == 0 ? "" : mapping.path()[0];
    }
}
