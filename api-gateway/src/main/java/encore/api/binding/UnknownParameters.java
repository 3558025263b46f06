package encore.api.binding;

import encore.api.binding.InputPlan.Kind;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import encore.api.wire.StorableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import tools.jackson.databind.JsonNode;

/**
 * Refuses parameters that an endpoint does not know, for callers who ask for it with {@code Prefer: handling=strict} (RFC
 * 7240). For all others they are ignored, as the contract wants (spec/1, section 2).
 */
public final class UnknownParameters {

    /** The header by which a caller asks for it. */
    public static final String PREFER = "Prefer";

    /** The header that says that it was done. */
    public static final String APPLIED = "Preference-Applied";

    private static final String STRICT = "handling=strict";

    /** The parameters that identify a caller at any endpoint. */
    private static final Set<String> CREDENTIALS = Set.of("api_key", "api_secret", "session_uid");

    private static final int ERRORS_LIMIT = 50;

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

    /**
     * Says that strict handling is applied, and refuses unknown parameters.
     *
     * @throws Problem a 400 that names each of them
     */
    public void refuse(RequestParameters parameters, ServerHttpResponse response) {
        response.getHeaders().set(APPLIED, STRICT);
        List<String> unknown = new ArrayList<>();
        parameters.query().keySet().forEach(name -> addUnlessKnown(name, unknown));
        parameters.form().keySet().forEach(name -> addUnlessKnown(name, unknown));
        JsonNode json = parameters.json();
        if (json != null && json.isObject()) {
            json.propertyNames().forEach(name -> addUnlessKnown(name, unknown));
        }
        if (json != null) {
            plans.forEach(plan -> addUnknownMembers(plan, json, "", unknown));
        }
        if (!unknown.isEmpty()) {
            throw Problem.input(unknown.stream()
                    .distinct()
                    .limit(ERRORS_LIMIT)
                    .map(name -> new FieldError(
                            StorableText.forDisplay(name), ErrorCode.UNKNOWN, "is no parameter of this endpoint"))
                    .toList());
        }
    }

    private void addUnlessKnown(String name, List<String> unknown) {
        String single = name.endsWith("[]") ? name.substring(0, name.length() - 2) : name;
        if (!CREDENTIALS.contains(single) && plans.stream().noneMatch(plan -> plan.takes(single))) {
            unknown.add(name);
        }
    }

    /** Adds the unknown members of the records inside an object, or of the rows of an array. */
    private static void addUnknownMembers(InputPlan<?> plan, JsonNode json, String under, List<String> unknown) {
        for (InputPlan.Part part : plan.parts()) {
            InputPlan<?> inner = part.records();
            JsonNode held = json.isArray() ? json : json.path(part.name());
            if (inner != null && part.kind() == Kind.RECORD) {
                addUnknown(inner, held, under + part.name(), unknown);
            } else if (inner != null && part.kind() == Kind.RECORDS && held.isArray()) {
                for (int i = 0; i < held.size(); i++) {
                    addUnknown(inner, held.get(i), under + part.name() + "[" + i + "]", unknown);
                }
            }
        }
    }

    private static void addUnknown(InputPlan<?> plan, JsonNode record, String at, List<String> unknown) {
        if (record.isObject()) {
            record.propertyNames().stream()
                    .filter(name -> !plan.takes(name))
                    .forEach(name -> unknown.add(at + "." + name));
            addUnknownMembers(plan, record, at + ".", unknown);
        }
    }
}
