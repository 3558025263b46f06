package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Keeps docs/endpoints.md what the mappings say. {@code ./encore docs} writes it anew, and shrinks the list of open ones. */
class EndpointsPageTest {

    private static final Path PAGE = Path.of("../docs/endpoints.md");

    @Test
    void the_page_of_endpoints_says_what_the_code_says() throws IOException {
        Map<String, Handler> handlers = EndpointsTest.handlers();
        Spec.shrink("endpoints-open.txt", endpoint -> !handlers.containsKey(endpoint));
        String page = page(handlers);
        if (Boolean.getBoolean("encore.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).content().isEqualTo(page);
    }

    private static String page(Map<String, Handler> handlers) {
        var text = new StringBuilder("""
                # Endpoints

                Generated from the running mappings and the contract (`./encore docs`); do not edit. `/openapi.json` and
                `/docs` of a running Encore say what each takes and answers.

                | method | path | scope | lock | handler |
                |---|---|---|---|---|
                """);
        handlers.values().stream()
                .filter(handler -> EndpointsTest.SPEC.containsKey(EndpointsTest.key(handler)))
                .forEach(row(text));
        text.append("\n## Management\n\nOurs, beside the contract.\n\n");
        text.append("| method | path | scope | lock | handler |\n|---|---|---|---|---|\n");
        handlers.values().stream()
                .filter(handler -> !EndpointsTest.SPEC.containsKey(EndpointsTest.key(handler)))
                .forEach(row(text));
        text.append("\n## Still to come\n\n| method | path | scope | lock |\n|---|---|---|---|\n");
        List<Spec.Endpoint> open = EndpointsTest.SPEC.values().stream()
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
                        EndpointsTest.lock(handler.access()),
                        handler.name()));
    }
}
