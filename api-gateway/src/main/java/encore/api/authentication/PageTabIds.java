package encore.api.authentication;

import encore.api.binding.RequestParameters;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;

/** Finds the ids of the campaigns that a call names in its path, query or body. */
final class PageTabIds {

    private static final String NAME = "page_tab_id";
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    private PageTabIds() {}

    static Set<Long> of(ServerWebExchange exchange, RequestParameters parameters) {
        Set<String> texts = new HashSet<>(parameters.texts(NAME));
        Map<String, String> path =
                exchange.getAttributeOrDefault(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, Map.of());
        if (path.containsKey(NAME)) {
            texts.add(path.get(NAME));
        }
        Set<Long> named = new HashSet<>();
        for (String text : texts) {
            String stripped = text.strip();
            if (NUMBER.matcher(stripped).matches()) { // Any other text is refused when the parameters are bound.
                named.add(Long.parseLong(stripped));
            }
        }
        return named;
    }
}
