package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.OnAPort;
import encore.api.access.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/** Compares the running mappings with the contract, and keeps docs/endpoints.md ({@code ./encore docs} writes it). */
class EndpointsTest {

    private static final Path PAGE = Path.of("../docs/endpoints.md");

    private static final Map<String, Spec.Endpoint> SPEC = Spec.Endpoint.all().stream()
            .collect(Collectors.toMap(Spec.Endpoint::key, Function.identity(), (a, b) -> a, TreeMap::new));

    private static Map<String, Handler> handlers;

    @BeforeAll
    static void read() {
        try (OnAPort gateway = OnAPort.whole()) {
            var mappings = gateway.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
            handlers = Handler.of(mappings).stream()
                    .filter(handler -> handler.path().startsWith("/api/"))
                    .collect(Collectors.toMap(EndpointsTest::key, Function.identity(), (a, b) -> a, TreeMap::new));
        }
    }

    @Test
    void every_endpoint_of_the_contract_is_there_or_open_and_none_is_both() {
        var missing = new TreeSet<>(SPEC.keySet());
        missing.removeAll(handlers.keySet());
        assertThat(missing).isEqualTo(Spec.openEndpoints());
    }

    @Test
    void nothing_is_there_that_the_contract_does_not_name_but_management() {
        assertThat(handlers.keySet().stream().filter(key -> !key.contains(" /api/v1/manage/")).toList())
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
    void the_page_of_endpoints_says_what_the_code_says() throws IOException {
        String page = page();
        if (Boolean.getBoolean("encore.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).content().isEqualTo(page);
    }

    private static String page() {
        var text = new StringBuilder(
                """
                # Endpoints

                Generated from the running mappings and the contract (`./encore docs`); do not edit. `/openapi.json` and
                `/docs` of a running Encore say what each takes and answers.

                | method | path | scope | lock | handler |
                |---|---|---|---|---|
                """);
        handlers.values().stream().filter(handler -> SPEC.containsKey(key(handler))).forEach(row(text));
        text.append("\n## Management\n\nOurs, beside the contract.\n\n");
        text.append("| method | path | scope | lock | handler |\n|---|---|---|---|---|\n");
        handlers.values().stream().filter(handler -> !SPEC.containsKey(key(handler))).forEach(row(text));
        text.append("\n## Still to come\n\n| method | path | scope | lock |\n|---|---|---|---|\n");
        List<Spec.Endpoint> open = SPEC.values().stream()
                .filter(endpoint -> !handlers.containsKey(endpoint.key()))
                .toList();
        for (Spec.Endpoint endpoint : open) {
            text.append("| %s | `%s` | %s | %s |\n"
                    .formatted(endpoint.method(), endpoint.path(), endpoint.scope(), endpoint.lock()));
        }
        return text.toString();
    }

    private static Consumer<Handler> row(StringBuilder text) {
        return handler -> text.append("| %s | `%s` | %s | %s | %s |\n"
                .formatted(
                        handler.method(),
                        handler.path(),
                        handler.access().scope(),
                        lock(handler.access()),
                        handler.name()));
    }

    private static String lock(Access access) {
        return access.lock().name().toLowerCase(Locale.ROOT);
    }

    private static String key(Handler handler) {
        return handler.method() + " " + handler.path();
    }
}
