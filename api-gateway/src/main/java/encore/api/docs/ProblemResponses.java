package encore.api.docs;

import static java.util.Map.entry;

import encore.api.access.Lock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes the failures of calls. Most calls fail in the same ways, so each failure is described once and referred to:
 * repeated at every call they were two thirds of the document, and the docs took three times as long to open.
 */
final class ProblemResponses {

    static final List<String> LIMITS =
            List.of("RateLimit-Policy", "RateLimit", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset");

    private static final Map<String, String> ALL = Map.ofEntries(
            entry("400", "The input is wrong, or a rule forbids the call. The problem's errors name the parameters."),
            entry("401", "The key or secret is missing, wrong, or lacks the scope."),
            entry(
                    "403",
                    "Only the operator may make the call, the caller's role does not allow it, the person has to sign in again,"
                            + " or the account has banned the caller's address."),
            entry("404", "An id in the path is unknown, malformed, or belongs to another account."),
            entry("409", "Another call changed the same record at the same time: try again."),
            entry(
                    "412",
                    "The thing was changed or removed after the position in If-Match. The problem's change says by whom"
                            + " and when."),
            entry("413", "The body is too large."),
            entry("414", "The URL is too long."),
            entry("429", "Too many calls. Try again after the seconds in Retry-After."),
            entry("500", "The server failed. Name the request id when you ask us about it."),
            entry("503", "The server cannot answer now. Try again after the seconds in Retry-After."));

    /** Statuses that are answered before the account, and so its limit, is known. */
    private static final Set<String> BEFORE_LIMITS = Set.of("401", "403", "413", "414");

    private final Map<String, ObjectNode> named = new TreeMap<>();

    /** Returns the failures that were referred to, by name. */
    Map<String, ObjectNode> named() {
        return named;
    }

    static List<String> statuses(EndpointDescription endpointDescription) {
        Lock lock = endpointDescription.lock();
        return ALL.keySet().stream()
                .filter(status -> switch (status) {
                    case "401" -> lock != Lock.OPEN && lock != Lock.BROWSER;
                    case "429" -> endpointDescription.isOfAccount();
                    case "403" -> lock == Lock.OPERATOR || endpointDescription.mayBeBanned();
                    case "409" -> !endpointDescription.isRead();
                    case "412" -> endpointDescription.takesIfMatch();
                    case "414" -> endpointDescription.isRead();
                    default -> true;
                })
                .sorted()
                .toList();
    }

    /** Returns the sentence about the failures with a status. */
    static @Nullable String about(String status) {
        return ALL.get(status);
    }

    ObjectNode reference(String status, EndpointDescription endpointDescription) {
        boolean limited = isLimited(status, endpointDescription);
        boolean isPage = endpointDescription.lock() == Lock.BROWSER;
        String name =
                (isPage ? "Page" : "Problem") + status + (limited || BEFORE_LIMITS.contains(status) ? "" : "Unlimited");
        named.computeIfAbsent(name, fresh -> isPage ? page(status, limited) : described(status, limited));
        return JsonNodeFactory.instance.objectNode().put("$ref", "#/components/responses/" + name);
    }

    /** Describes a failure for one call alone, which adds something to it. */
    static ObjectNode described(String status, EndpointDescription endpointDescription) {
        return described(status, isLimited(status, endpointDescription));
    }

    private static boolean isLimited(String status, EndpointDescription endpointDescription) {
        return endpointDescription.isOfAccount() && !BEFORE_LIMITS.contains(status);
    }

    private static ObjectNode described(String status, boolean limited) {
        ObjectNode failure = JsonNodeFactory.instance.objectNode().put("description", ALL.get(status));
        List<String> headers = new ArrayList<>(List.of("X-Request-Id"));
        if (status.equals("401")) {
            headers.add("WWW-Authenticate");
        }
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

    /** Describes a failure that a fan reads in a browser. */
    private static ObjectNode page(String status, boolean limited) {
        ObjectNode failure = described(status, limited);
        failure.putObject("content").putObject("text/html").set("schema", Schemas.schema("string"));
        return failure;
    }

    /** Adds references to headers, which are described once. */
    static void refer(ObjectNode response, List<String> headers) {
        ObjectNode named = response.putObject("headers");
        headers.forEach(name -> named.putObject(name).put("$ref", "#/components/headers/" + name));
    }
}
