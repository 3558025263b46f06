package encore.api.docs;

import encore.api.access.Lock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * How calls fail, which is much the same for all of them: each way is described once and referred to. Told at every call
 * again they were two thirds of the description, and the docs took three times as long to open.
 */
final class ProblemResponses {

    static final List<String> LIMITS =
            List.of("RateLimit-Policy", "RateLimit", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset");

    private static final Map<String, String> ALL = Map.of(
            "400", "Input or a rule is not right.",
            "401", "No key, or not the right one.",
            "403", "Not the operator, or the account has banned the address.",
            "404", "Unknown, malformed, or another account's.",
            "409", "Something changed meanwhile: try again.",
            "413", "The body is too large.",
            "414", "The address is too long.",
            "429", "Too many calls: Retry-After says when.",
            "500", "Our mistake.",
            "503", "Not now: Retry-After says when.");

    /** Answered before it is known whose limit counts. */
    private static final Set<String> BEFORE_LIMITS = Set.of("401", "403", "413", "414");

    private final Map<String, ObjectNode> named = new TreeMap<>();

    /** Those that were referred to. */
    Map<String, ObjectNode> named() {
        return named;
    }

    static List<String> statuses(EndpointDescription endpointDescription) {
        Lock lock = endpointDescription.lock();
        return ALL.keySet().stream()
                .filter(status -> switch (status) {
                    case "401", "429" -> lock != Lock.OPEN;
                    case "403" -> lock == Lock.OPERATOR || endpointDescription.mayBeBanned();
                    case "409" -> !endpointDescription.isRead();
                    case "414" -> endpointDescription.isRead();
                    default -> true;
                })
                .sorted()
                .toList();
    }

    ObjectNode reference(String status, EndpointDescription endpointDescription) {
        boolean limited = isLimited(status, endpointDescription);
        String name = limited || BEFORE_LIMITS.contains(status) ? "Problem" + status : "Problem" + status + "Unlimited";
        named.computeIfAbsent(name, fresh -> described(status, limited));
        return JsonNodeFactory.instance.objectNode().put("$ref", "#/components/responses/" + name);
    }

    /** One of its own, for a call that adds something to it. */
    static ObjectNode described(String status, EndpointDescription endpointDescription) {
        return described(status, isLimited(status, endpointDescription));
    }

    private static boolean isLimited(String status, EndpointDescription endpointDescription) {
        return endpointDescription.lock() != Lock.OPEN && !BEFORE_LIMITS.contains(status);
    }

    private static ObjectNode described(String status, boolean limited) {
        ObjectNode failure = JsonNodeFactory.instance.objectNode().put("description", ALL.get(status));
        List<String> headers = new ArrayList<>(List.of("X-Request-Id"));
        if (status.equals("429") || status.equals("503")) {
            headers.add("Retry-After");
        }
        if (limited) {
            headers.addAll(LIMITS);
        }
        refer(failure, headers);
        failure.putObject("content").putObject("application/problem+json").set("schema", Schemas.reference("Problem"));
        return failure;
    }

    /** Headers are described once. */
    static void refer(ObjectNode response, List<String> headers) {
        ObjectNode named = response.putObject("headers");
        headers.forEach(name -> named.putObject(name).put("$ref", "#/components/headers/" + name));
    }
}
