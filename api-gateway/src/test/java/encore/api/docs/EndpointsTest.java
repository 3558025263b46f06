package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.OnAPort;
import encore.api.access.Access;
import encore.api.http.About;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/** Compares the running mappings with the contract. */
class EndpointsTest {

    static final Map<String, Spec.Endpoint> SPEC = Spec.Endpoint.all().stream()
            .collect(Collectors.toMap(Spec.Endpoint::key, Function.identity(), (a, b) -> a, TreeMap::new));

    private static Map<String, Handler> handlers;

    @BeforeAll
    static void read() {
        handlers = handlers();
    }

    static Map<String, Handler> handlers() {
        try (OnAPort gateway = OnAPort.whole()) {
            var mappings = gateway.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
            return Handler.of(mappings).stream()
                    .filter(handler -> handler.path().startsWith("/api/") || SPEC.containsKey(key(handler)))
                    .collect(Collectors.toMap(EndpointsTest::key, Function.identity(), (a, b) -> a, TreeMap::new));
        }
    }

    @Test
    void every_endpoint_of_the_contract_is_there_or_open_and_none_is_both() {
        var missing = new TreeSet<>(SPEC.keySet());
        missing.removeAll(handlers.keySet());
        assertThat(missing).isEqualTo(new TreeSet<>(Spec.lines("endpoints-open.txt")));
    }

    @Test
    void nothing_is_there_that_the_contract_does_not_name_but_management() {
        assertThat(handlers.keySet().stream()
                        .filter(key -> !key.contains(" /api/v1/manage/"))
                        .toList())
                .allSatisfy(key -> assertThat(SPEC).containsKey(key));
    }

    @Test
    void each_has_the_scope_and_the_lock_of_the_contract() {
        handlers.forEach((key, handler) -> {
            Access access = handler.access();
            assertThat(access).as(key).isNotNull();
            Spec.Endpoint endpoint = SPEC.get(key);
            if (endpoint != null) {
                assertThat(access.scope()).as(key).isEqualTo(endpoint.scope());
                assertThat(lock(access)).as(key).isEqualTo(endpoint.lock());
            }
        });
    }

    @Test
    void each_says_what_it_does() {
        assertThat(handlers.values())
                .allSatisfy(handler -> assertThat(handler.code().isAnnotationPresent(About.class))
                        .as(handler.name())
                        .isTrue());
    }

    static String lock(Access access) {
        return access.lock().name().toLowerCase(Locale.ROOT);
    }

    static String key(Handler handler) {
        return handler.method() + " " + handler.path();
    }
}
