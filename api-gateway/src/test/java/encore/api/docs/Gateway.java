package encore.api.docs;

import encore.api.GatewayOnPort;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/**
 * What the whole gateway says of itself, read once for all tests of this package.
 *
 * @param api its openapi.json
 * @param streams its asyncapi.json
 * @param operations what that says of each endpoint, by method and path
 * @param handlers by method and path
 */
record Gateway(
        JsonNode api,
        JsonNode streams,
        Map<String, Described.Operation> operations,
        Map<String, EndpointDescription> handlers) {

    static final Gateway WHOLE = read();

    /** Tells whether a schema describes a request body or a row of one. */
    static boolean isOfRequests(String schema) {
        return Dictionary.OF_REQUESTS.matcher(schema).matches();
    }

    private static Gateway read() {
        try (GatewayOnPort gateway = GatewayOnPort.whole()) {
            var mappings = gateway.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
            JsonNode api = gateway.openApi();
            return new Gateway(
                    api,
                    gateway.document("/asyncapi.json"),
                    new Described(api).operations(),
                    EndpointDescription.of(mappings).stream()
                            .collect(Collectors.toMap(
                                    endpointDescription ->
                                            endpointDescription.method() + " " + endpointDescription.path(),
                                    Function.identity(),
                                    (a, b) -> a,
                                    TreeMap::new)));
        }
    }
}
