package encore.api.authentication;

import encore.api.binding.RequestParameters;
import encore.api.wire.ValueType;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;

/** Finds the ids of the campaigns that a call names in its path, query or body. */
final class PageTabIds {

    private static final String NAME = "page_tab_id";
    private static final ValueType TYPE = Objects.requireNonNull(ValueType.of(Long.class, Integer.MAX_VALUE));

    private PageTabIds() {}

    static Set<Long> of(ServerWebExchange exchange, RequestParameters parameters) {
        Map<String, String> path =
                exchange.getAttributeOrDefault(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, Map.of());
        Set<Long> named = new HashSet<>();
        for (Object value : parameters.values(NAME, TYPE, path.get(NAME))) {
            named.add((Long) value);
        }
        return named;
    }
}
