package encore.api.routing;

import encore.api.binding.InputPlan;
import encore.api.binding.RequestParameters;
import encore.api.binding.UnknownParameters;
import encore.api.input.Params;
import encore.api.keys.CallLimit;
import encore.api.privacy.ContactVisibility;
import encore.api.wire.AnswerHeaders;
import encore.api.wire.AnswerWriter;
import encore.infra.backend.errors.ThrownError;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Calls one of our own handlers. The sources of its arguments are resolved once, so that a call looks nothing up. */
final class HandlerInvoker {

    private final HandlerMethod handler;
    private final MethodHandle method;
    private final List<ArgumentSource> argumentSources;

    private final List<InputPlan<?>> plans;
    private final UnknownParameters unknownParameters;
    private final boolean isStrict;
    private final boolean bindsParameters;
    private final boolean writesAnswer;

    HandlerInvoker(HandlerMethod declared) {
        handler = declared.createWithResolvedBean();
        MethodParameter[] parameters = handler.getMethodParameters();
        argumentSources = Arrays.stream(parameters).map(this::source).toList();
        plans = Arrays.stream(parameters)
                .filter(parameter -> parameter.hasParameterAnnotation(Params.class))
                .<InputPlan<?>>map(parameter -> InputPlan.of(parameter.getParameterType()))
                .toList();
        isStrict = Arrays.stream(parameters).anyMatch(HandlerInvoker::isStrict);
        bindsParameters = !plans.isEmpty();
        unknownParameters = new UnknownParameters(plans);
        writesAnswer = AnswerWriter.writes(handler);
        try {
            method = MethodHandles.privateLookupIn(handler.getBeanType(), MethodHandles.lookup())
                    .unreflect(handler.getMethod())
                    .bindTo(handler.getBean())
                    .asSpreader(Object[].class, parameters.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Whether every parameter of a handler has a source here. Handlers of pages, for example, take a file name from the
     * path with Spring's annotations, and Spring calls them.
     */
    static boolean supports(HandlerMethod handler) {
        return Arrays.stream(handler.getMethodParameters())
                .allMatch(parameter -> parameter.hasParameterAnnotation(Params.class)
                        || parameter.getParameterType() == ServerWebExchange.class
                        || parameter.getParameterType() == ServerHttpRequest.class
                        || parameter.getParameterType() == ServerHttpResponse.class
                        || parameter.getParameterType().getName().startsWith(InvokingHandlerAdapter.OWN_PREFIX));
    }

    private static boolean isStrict(MethodParameter parameter) {
        Params params = parameter.getParameterAnnotation(Params.class);
        return params != null && params.strict();
    }

    /** Supplies one argument. */
    private interface ArgumentSource {
        @Nullable
        Object of(ServerWebExchange exchange, @Nullable RequestParameters parameters);
    }

    private ArgumentSource source(MethodParameter parameter) {
        Class<?> type = parameter.getParameterType();
        if (parameter.hasParameterAnnotation(Params.class)) {
            InputPlan<?> plan = InputPlan.of(type);
            return (exchange, parameters) -> {
                Object input = plan.bind(Objects.requireNonNull(parameters), path(exchange));
                if (plan.hasRows()) {
                    countRows(exchange, plan.rows(input), plan.rowsOfACall());
                }
                return input;
            };
        }
        if (type == ServerWebExchange.class) {
            return (exchange, parameters) -> exchange;
        }
        if (type == ServerHttpRequest.class) {
            return (exchange, parameters) -> exchange.getRequest();
        }
        if (type == ServerHttpResponse.class) {
            return (exchange, parameters) -> exchange.getResponse();
        }
        // The caller, its key and its session are attributes of the exchange under their types' names.
        if (parameter.isOptional()) {
            return (exchange, parameters) -> exchange.getAttribute(type.getName());
        }
        return (exchange, parameters) -> exchange.getRequiredAttribute(type.getName());
    }

    /** Counts the rows of a bulk call against the account's limit. A call of the operator has no limit. */
    private static void countRows(ServerWebExchange exchange, int rows, int rowsOfACall) {
        CallLimit limit = exchange.getAttribute(CallLimit.class.getName());
        if (limit != null && rows > 1) {
            boolean admitted = limit.tryRows(rows, rowsOfACall);
            limit.writeHeaders(AnswerHeaders.of(exchange.getResponse()));
            if (!admitted) {
                throw limit.exceededProblem();
            }
        }
    }

    private static Map<String, String> path(ServerWebExchange exchange) {
        return exchange.getAttributeOrDefault(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, Map.of());
    }

    /** Binds the parameters and calls the handler. */
    Mono<HandlerResult> invoke(ServerWebExchange exchange) {
        boolean isAsked = UnknownParameters.areRefused(exchange.getRequest());
        if (isAsked) {
            UnknownParameters.sayApplied(exchange.getResponse());
        }
        if (isAsked || isStrict) {
            return RequestParameters.of(exchange)
                    .doOnNext(unknownParameters::refuse)
                    .flatMap(parameters -> invoke(exchange, parameters));
        }
        if (bindsParameters) {
            return RequestParameters.of(exchange).flatMap(parameters -> {
                unknownParameters.report(parameters, exchange.getResponse());
                return invoke(exchange, parameters);
            });
        }
        RequestParameters parameters = RequestParameters.known(exchange);
        if (parameters != null) {
            unknownParameters.report(parameters, exchange.getResponse());
        }
        return invoke(exchange, null);
    }

    private Mono<HandlerResult> invoke(ServerWebExchange exchange, @Nullable RequestParameters parameters) {
        boolean withoutContacts = ContactVisibility.areHidden(exchange);
        @Nullable Object[] arguments = new @Nullable Object[argumentSources.size()];
        try {
            if (withoutContacts && parameters != null) {
                InputPlan.refuseContacts(plans, parameters, path(exchange));
            }
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = argumentSources.get(i).of(exchange, parameters);
            }
            Object answer = (Object) method.invokeExact(arguments);
            return writesAnswer
                    ? written((withoutContacts ? AnswerWriter.WITHOUT_CONTACTS : AnswerWriter.WHOLE)
                            .write(exchange.getResponse(), answer))
                    : Mono.just(new HandlerResult(handler, answer, handler.getReturnType()));
        } catch (Throwable failed) {
            return Mono.error(ThrownError.of(failed));
        }
    }

    /** Returns the end of a written answer, without a result that another component would write. */
    @SuppressWarnings("unchecked") // The Mono completes without a value, so it may have any type.
    private static Mono<HandlerResult> written(Mono<?> end) {
        return (Mono<HandlerResult>) end;
    }
}
