package encore.api.docs;

import encore.api.access.Access;
import encore.api.access.ChangeableThings;
import encore.api.access.Lock;
import encore.api.binding.Parameter;
import encore.api.binding.Produces;
import encore.api.binding.RawBody;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.wire.NdjsonLines;
import jakarta.validation.constraints.AssertTrue;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPattern;

/**
 * An operation: a handler method at one path and HTTP method.
 *
 * @param path the path with {@code {names}} of its variables
 * @param produces the content type of the answer
 * @param access null when the handler declares none
 * @param ofOneThing whether the path is that of one thing, which it reads, changes or removes
 */
record EndpointDescription(
        String method,
        String path,
        String produces,
        Method code,
        @Nullable Access access,
        boolean ofOneThing) {

    /** Packages whose operations stand under the tag of the larger feature that clients know. */
    private static final Map<String, String> TAGS = Map.of(
            "campaignstats", "campaigns",
            "campaignviews", "campaigns",
            "hiddenfans", "campaigns",
            "quizzes", "campaigns",
            "rooms", "campaigns",
            "tabitems", "campaigns",
            "wagers", "campaigns",
            "fanwagers", "wagers",
            "idolevents", "idols");

    /** Paths of pages, of the console's sign-in and of this document, which are no operations of the API. */
    private static final Pattern NO_CALL =
            Pattern.compile("/((console|docs|problems)(/.*)?)?|" + Pattern.quote(OpenApi.PATH));

    private static final String API = "encore.api.";

    private static final Pattern NEVER_CLEARED = Pattern.compile("(?i)\\b(cannot be cleared|never changes)\\b");

    private static final Set<Lock> OF_ACCOUNTS = Set.of(Lock.KEY, Lock.SECRET, Lock.SESSION);

    /** Returns all operations, by path and method. */
    static List<EndpointDescription> of(RequestMappingHandlerMapping mappings) {
        Map<RequestMappingInfo, HandlerMethod> handlers = mappings.getHandlerMethods();
        Set<Method> readers = ChangeableThings.readers(handlers);
        Set<PathPattern> things = handlers.entrySet().stream()
                .filter(entry -> readers.contains(entry.getValue().getMethod()))
                .flatMap(entry -> entry.getKey().getPatternsCondition().getPatterns().stream())
                .collect(Collectors.toSet());
        return handlers.entrySet().stream()
                .filter(entry -> entry.getValue().getBeanType().getName().startsWith("encore."))
                .flatMap(entry -> of(entry.getKey(), entry.getValue(), things).stream())
                .filter(endpointDescription ->
                        !NO_CALL.matcher(endpointDescription.path()).matches())
                .sorted(Comparator.comparing(EndpointDescription::path).thenComparing(EndpointDescription::method))
                .toList();
    }

    private static List<EndpointDescription> of(
            RequestMappingInfo info, HandlerMethod handler, Set<PathPattern> things) {
        return info.getPatternsCondition().getPatterns().stream()
                .flatMap(pattern -> info.getMethodsCondition().getMethods().stream()
                        .map(RequestMethod::name)
                        .map(method -> new EndpointDescription(
                                method,
                                pattern.getPatternString(),
                                produces(info, handler),
                                handler.getMethod(),
                                access(handler),
                                things.contains(pattern))))
                .toList();
    }

    private @Nullable Produces declared() {
        return code.getAnnotation(Produces.class);
    }

    /** Returns the status of the answer that {@link #produces} describes. */
    int status() {
        Produces declared = declared();
        return declared == null ? HttpStatus.OK.value() : declared.status();
    }

    /** Returns the other statuses of calls that were carried out. Their answers have no body. */
    List<Integer> bodiless() {
        Produces declared = declared();
        return declared == null
                ? List.of()
                : Arrays.stream(declared.bodiless()).boxed().toList();
    }

    private static String produces(RequestMappingInfo info, HandlerMethod handler) {
        if (handler.getMethod().getReturnType() == NdjsonLines.class) {
            return NdjsonLines.NDJSON;
        }
        Produces produces = handler.getMethodAnnotation(Produces.class);
        if (produces != null) {
            return produces.value();
        }
        // A handler that answers no record answers text.
        if (ResolvableType.forMethodReturnType(handler.getMethod())
                        .getGeneric(0, 0)
                        .toClass()
                == String.class) {
            return MediaType.TEXT_PLAIN_VALUE;
        }
        return info.getProducesCondition().getProducibleMediaTypes().stream()
                .map(MediaType::toString)
                .findFirst()
                .orElse(MediaType.APPLICATION_JSON_VALUE);
    }

    /** Returns whether the account may ban addresses from this operation. */
    boolean mayBeBanned() {
        return OF_ACCOUNTS.contains(lock()) ? access != null && !access.evenBanned() : declared() != null;
    }

    private static @Nullable Access access(HandlerMethod handler) {
        Access own = AnnotatedElementUtils.findMergedAnnotation(handler.getMethod(), Access.class);
        return own != null ? own : AnnotatedElementUtils.findMergedAnnotation(handler.getBeanType(), Access.class);
    }

    Lock lock() {
        return access == null ? Lock.OPEN : access.lock();
    }

    boolean isRead() {
        return method.equals("GET");
    }

    /** Whether a call may say in If-Match what its caller had read. */
    boolean takesIfMatch() {
        return ofOneThing && !isRead();
    }

    /** Returns the input records: mostly one or none. */
    List<Class<?>> inputs() {
        return Arrays.stream(code.getParameters())
                .filter(parameter -> parameter.isAnnotationPresent(Params.class))
                .<Class<?>>map(parameter -> parameter.getType())
                .toList();
    }

    List<Parameter> parameters() {
        return inputs().stream().flatMap(input -> Parameter.of(input).stream()).toList();
    }

    /** Returns the names of the parameters that an empty value clears. Their description says of the others. */
    List<String> clears() {
        return inputs().stream()
                .filter(Parameter::clears)
                .flatMap(input -> Parameter.of(input).stream())
                .filter(parameter -> !parameter.required() && !isInPath(parameter) && isClearable(parameter))
                .map(parameter -> parameter.family() ? parameter.name() + "*" : parameter.name())
                .toList();
    }

    private static boolean isClearable(Parameter parameter) {
        return parameter.description() == null
                || !NEVER_CLEARED.matcher(parameter.description()).find();
    }

    /** Whether the call counts against an account: one with a key, or one of a file that an account stored. */
    boolean isOfAccount() {
        return lock() != Lock.OPEN || declared() != null && status() == HttpStatus.OK.value();
    }

    /** Whether the body is a file. */
    boolean takesRawBody() {
        return Arrays.asList(code.getParameterTypes()).contains(RawBody.class);
    }

    boolean isInPath(Parameter parameter) {
        return path.contains("{" + parameter.name() + "}");
    }

    /** Returns the feature that the handler belongs to: the part of its package that follows {@code encore.api}. */
    String feature() {
        String name = code.getDeclaringClass().getPackageName();
        String feature = name.substring(API.length()).replaceFirst("\\..*", "");
        return TAGS.getOrDefault(feature, feature).replace('_', ' ');
    }

    String name() {
        return code.getDeclaringClass().getSimpleName() + "." + code.getName();
    }

    /** Returns the rules about several parameters, each as a sentence without its stop, such as "email or phone is required". */
    List<String> rules() {
        return inputs().stream()
                .flatMap(input -> Arrays.stream(input.getDeclaredMethods()))
                .filter(rule ->
                        rule.isAnnotationPresent(AssertTrue.class) && rule.isAnnotationPresent(ErrorField.class))
                .map(rule -> rule.getAnnotation(ErrorField.class).value() + " "
                        + rule.getAnnotation(AssertTrue.class).message())
                .sorted()
                .toList();
    }

    /** Returns a summary of the operation: its {@code @Description}, otherwise the words of the handler's name. */
    String summary() {
        Description about = code.getAnnotation(Description.class);
        if (about != null) {
            return about.value();
        }
        String words = code.getName().replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
