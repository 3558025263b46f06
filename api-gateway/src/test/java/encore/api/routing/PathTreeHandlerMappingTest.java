package encore.api.routing;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayOnPort;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPattern;

/** Whatever is asked for, the handler is the one that Spring's own search through all of them finds. */
class PathTreeHandlerMappingTest {

    private static GatewayOnPort gateway;
    private static PathTreeHandlerMapping ours;
    private static RequestMappingHandlerMapping springs;

    @BeforeAll
    static void start() {
        gateway = GatewayOnPort.whole();
        ours = gateway.bean("requestMappingHandlerMapping", PathTreeHandlerMapping.class);
        springs = new RequestMappingHandlerMapping();
        springs.setApplicationContext(Objects.requireNonNull(ours.getApplicationContext()));
        springs.afterPropertiesSet();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static URI at(String path) {
        return URI.create("http://localhost" + path);
    }

    /** What was found, by which pattern, with which variables; or how it was refused. */
    private static String found(RequestMappingHandlerMapping mapping, HttpMethod method, String path) {
        var exchange = MockServerWebExchange.from(MockServerHttpRequest.method(method, at(path)));
        try {
            HandlerMethod handler = mapping.getHandlerInternal(exchange).block();
            Object pattern = exchange.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
            Object variables = exchange.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
            return handler == null ? "nothing" : handler.getMethod() + " " + pattern + " " + variables;
        } catch (RuntimeException refused) {
            return refused.getClass().getSimpleName();
        }
    }

    private static List<String> patterns(RequestMappingInfo info) {
        return info.getPatternsCondition().getPatterns().stream()
                .map(PathPattern::getPatternString)
                .toList();
    }

    private static List<String> paths() {
        List<String> paths = new ArrayList<>(List.of("/", "//", "/api", "/api/v1", "/nothing/of/ours", "/%2F"));
        springs.getHandlerMethods()
                .keySet()
                .forEach(info -> patterns(info).forEach(pattern -> {
                    String path = pattern.replaceAll("\\{[^}]*}", "17");
                    paths.addAll(List.of(
                            path,
                            pattern.replaceAll("\\{[^}]*}", "count"),
                            pattern.replaceAll("\\{[^}]*}", "a%20b;c=d"),
                            path.replace("fans", "f%61ns"),
                            path + "/",
                            path + "/more",
                            path + ";a=b",
                            path.replaceFirst("/", "//"),
                            path.substring(0, path.length() - 1)));
                }));
        return paths;
    }

    @Test
    void is_the_one_that_spring_finds() {
        for (String path : paths()) {
            for (HttpMethod method : HttpMethod.values()) {
                // Spring cuts off what follows a semicolon; here it is part of the value.
                String escaped = path.replace(";", "%3B");
                assertThat(found(ours, method, path))
                        .as(method + " " + path)
                        .isEqualTo(found(springs, method, escaped));
            }
        }
    }

    /** Otherwise all of this would be for nothing, and nobody would see it. */
    @Test
    void is_found_by_the_tree_for_every_endpoint() {
        springs.getHandlerMethods().forEach((info, handler) -> {
            if (!info.getProducesCondition().isEmpty()) {
                return; // What is no JSON is left to Spring.
            }
            String pattern = patterns(info).getFirst();
            for (RequestMethod method : info.getMethodsCondition().getMethods()) {
                var exchange = MockServerWebExchange.from(
                        MockServerHttpRequest.method(method.asHttpMethod(), at(pattern.replaceAll("\\{[^}]*}", "17"))));
                ours.getHandlerInternal(exchange).block();
                // Spring's search leaves this behind, the tree does not.
                assertThat(exchange.getAttributes())
                        .as(pattern)
                        .doesNotContainKey(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE);
            }
        });
    }

    @Test
    void leads_to_a_bean_and_not_to_its_name() {
        ApplicationContext context = Objects.requireNonNull(ours.getApplicationContext());
        var exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/api/v1/manage/fans/17/balances"));
        HandlerMethod handler =
                Objects.requireNonNull(ours.getHandlerInternal(exchange).block());

        assertThat(handler.getBean()).isSameAs(context.getBean("balancesController"));
        assertThat(exchange.<Map<String, String>>getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE))
                .containsEntry("fan_id", "17");
    }
}
