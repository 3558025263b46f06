package encore.api.access;

import encore.api.keys.KnownKey;
import encore.infra.backend.Caller;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.result.method.SyncHandlerMethodArgumentResolver;
import org.springframework.web.server.ServerWebExchange;

/** Tells handlers who calls, and by which key. */
@Component
class CallerResolver implements SyncHandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Caller.class || parameter.getParameterType() == KnownKey.class;
    }

    @Override
    public Object resolveArgumentValue(MethodParameter parameter, BindingContext context, ServerWebExchange exchange) {
        return exchange.getRequiredAttribute(
                parameter.getParameterType() == Caller.class ? AccessAdapter.CALLER : AccessAdapter.KEY);
    }
}
