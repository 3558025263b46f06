package encore.api.binding;

import encore.api.binding.InputPlan.Kind;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import encore.api.wire.StorableText;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.util.UriUtils;
import tools.jackson.databind.JsonNode;

/**
 * Refuses parameters that an endpoint does not know, for callers who ask for it with {@code Prefer: handling=strict} (RFC
 * 7240). For all others they are ignored, as the contract wants (spec/1, section 2), and the answer names them.
 */
public final class UnknownParameters {

    /** The header by which a caller asks for it. */
    public static final String PREFER = "Prefer";

    /** The header that says that it was done. */
    public static final String APPLIED = "Preference-Applied";

    /** The header that names the parameters that were ignored. */
    public static final String IGNORED = "Encore-Ignored";

    private static final String STRICT = "handling=strict";

    /** The parameters that identify a caller at any endpoint. */
    private static final Set<String> CREDENTIALS = Set.of("api_key", "api_secret", "session_uid");

    private static final int ERRORS_LIMIT = 50;

    /** Names and characters in the header of ignored parameters: proxies refuse answers with long headers. */
    private static final int IGNORED_LIMIT = 20;

    private static final int IGNORED_CHARACTERS = 1_000;
    private static final String MORE = "...";

    private final List<InputPlan<?>> plans;

    /** @param plans the inputs of the endpoint; none if it takes no parameters */
    public UnknownParameters(List<InputPlan<?>> plans) {
        this.plans = plans;
    }

    /** Whether a caller asks for strict handling. */
    public static boolean areRefused(ServerHttpRequest request) {
        List<String> preferences = request.getHeaders().get(PREFER);
        if (preferences == null) {
            return false;
        }
        return preferences.stream()
                .flatMap(line -> List.of(line.split(",")).stream())
                .map(preference -> preference.split(";")[0].replaceAll("[\\s\"]", ""))
                .anyMatch(STRICT::equalsIgnoreCase);
    }

    /** Says that strict handling is applied, as the caller asked. */
    public static void sayApplied(ServerHttpResponse response) {
        response.getHeaders().set(APPLIED, STRICT);
    }

    /**
     * Refuses unknown parameters.
     *
     * @throws Problem a 400 that names each of them
     */
    public void refuse(RequestParameters parameters) {
        Set<String> unknown = find(parameters, ERRORS_LIMIT);
        if (!unknown.isEmpty()) {
            throw Problem.input(unknown.stream()
                    .map(name -> new FieldError(
                            StorableText.forDisplay(name), ErrorCode.UNKNOWN, "is no parameter of this endpoint"))
                    .toList());
        }
    }

    /** Names the unknown parameters, which are ignored, in a header. */
    public void report(RequestParameters parameters, ServerHttpResponse response) {
        Set<String> unknown = find(parameters, IGNORED_LIMIT + 1);
        if (unknown.isEmpty()) {
            return;
        }
        StringJoiner names = new StringJoiner(", ");
        int reported = 0;
        for (String name : unknown) {
            // Names are texts of the caller, which a header could not carry as they are.
            String encoded = UriUtils.encode(name, StandardCharsets.UTF_8);
            if (++reported > IGNORED_LIMIT || names.length() + encoded.length() > IGNORED_CHARACTERS) {
                names.add(MORE);
                break;
            }
            names.add(encoded);
        }
        response.getHeaders().set(IGNORED, names.toString());
    }

    /** Returns the names of unknown parameters, in the order in which they were sent, up to a limit. */
    private Set<String> find(RequestParameters parameters, int limit) {
        if (parameters.query().isEmpty() && parameters.form().isEmpty() && parameters.json() == null) {
            return Set.of();
        }
        UnknownNames unknown = new UnknownNames(limit);
        parameters.query().keySet().forEach(name -> addUnlessKnown(name, unknown));
        parameters.form().keySet().forEach(name -> addUnlessKnown(name, unknown));
        JsonNode json = parameters.json();
        if (json != null && json.isObject()) {
            json.propertyNames().forEach(name -> addUnlessKnown(name, unknown));
        }
        if (json != null) {
            plans.forEach(plan -> addUnknownMembers(plan, json, "", unknown));
        }
        return unknown.names();
    }

    /** The names that were found, without repeats. */
    private record UnknownNames(int limit, Set<String> names) {

        UnknownNames(int limit) {
            this(limit, new LinkedHashSet<>(0));
        }

        boolean isFull() {
            return names.size() == limit;
        }

        void add(String name) {
            if (!isFull()) {
                names.add(name);
            }
        }
    }

    private void addUnlessKnown(String name, UnknownNames unknown) {
        String single = name.endsWith("[]") ? name.substring(0, name.length() - 2) : name;
        if (!CREDENTIALS.contains(single) && plans.stream().noneMatch(plan -> plan.takes(single))) {
            unknown.add(name);
        }
    }

    /** Adds the unknown members of the records inside an object, or of the rows of an array. */
    private static void addUnknownMembers(InputPlan<?> plan, JsonNode json, String under, UnknownNames unknown) {
        for (InputPlan.Part part : plan.parts()) {
            InputPlan<?> inner = part.records();
            JsonNode held = json.isArray() ? json : json.path(part.name());
            if (inner != null && part.kind() == Kind.RECORD) {
                addUnknown(inner, held, under + part.name(), unknown);
            } else if (inner != null && part.kind() == Kind.RECORDS && held.isArray()) {
                for (int i = 0; i < held.size() && !unknown.isFull(); i++) {
                    addUnknown(inner, held.get(i), under + part.name() + "[" + i + "]", unknown);
                }
            }
        }
    }

    private static void addUnknown(InputPlan<?> plan, JsonNode record, String at, UnknownNames unknown) {
        if (record.isObject()) {
            record.propertyNames().stream()
                    .filter(name -> !plan.takes(name))
                    .forEach(name -> unknown.add(at + "." + name));
            addUnknownMembers(plan, record, at + ".", unknown);
        }
    }
}
