package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.access.AccessRule;
import encore.kernel.people.Right;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Keeps docs/endpoints.md what the mappings and the contract say. {@code ./encore docs} writes it anew. */
class EndpointsPageTest {

    private static final Path PAGE = Path.of("../docs/endpoints.md");
    private static final Map<String, EndpointDescription> MAPPED = Gateway.WHOLE.handlers();

    @Test
    void the_page_of_endpoints_says_what_the_code_says() throws IOException {
        String page = page();
        if (Boolean.getBoolean("encore.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).content().isEqualTo(page);
    }

    private static String page() {
        return """
                # Endpoints

                Generated from the running mappings and [the contract](../api-gateway/src/test/resources/contract)
                (`./encore docs`); do not edit. `/openapi.json` and `/docs` of a running Encore say what each takes and
                answers. `right` is what a person needs of their role; a key pair needs the scope.

                | method | path | scope | lock | right | operation | handler |
                |---|---|---|---|---|---|---|
                %s
                ## Refused for now

                Parameters of the contract that a later feature brings; until then each is a 400.

                | method | path | parameters |
                |---|---|---|
                %s
                ## Management

                Ours, beside the contract.

                | method | path | scope | lock | right | operation | handler |
                |---|---|---|---|---|---|---|
                %s
                ## Still to come

                | method | path | scope | lock |
                |---|---|---|---|
                %s""".formatted(
                rows(MAPPED, EndpointsPageTest::isOfTheContract, EndpointsPageTest::handler),
                rows(
                        MAPPED,
                        endpointDescription -> !refused(endpointDescription).isEmpty(),
                        EndpointsPageTest::refusing),
                rows(MAPPED, EndpointsPageTest::isOurs, EndpointsPageTest::handler),
                rows(Contract.endpoints(), EndpointsPageTest::isToCome, EndpointsPageTest::endpoint));
    }

    private static <T> String rows(Map<String, T> all, Predicate<T> which, Function<T, String> row) {
        return all.values().stream().filter(which).map(row).collect(Collectors.joining());
    }

    private static boolean isOfTheContract(EndpointDescription endpointDescription) {
        return Contract.endpoints().containsKey(EndpointsTest.key(endpointDescription));
    }

    private static boolean isOurs(EndpointDescription endpointDescription) {
        return endpointDescription.path().startsWith("/api/") && !isOfTheContract(endpointDescription);
    }

    private static boolean isToCome(Contract.Endpoint endpoint) {
        return !MAPPED.containsKey(endpoint.key());
    }

    private static String handler(EndpointDescription endpointDescription) {
        String scope = endpointDescription.access().scope();
        String lock = EndpointsTest.lock(endpointDescription.access());
        Right right = AccessRule.right(
                endpointDescription.access(), endpointDescription.method().equals("GET"));
        return "| %s | `%s` | %s | %s | %s | `%s` | %s |\n"
                .formatted(
                        endpointDescription.method(),
                        endpointDescription.path(),
                        scope,
                        lock,
                        right == null ? "" : right.word(),
                        OperationId.of(endpointDescription),
                        endpointDescription.name());
    }

    private static String refusing(EndpointDescription endpointDescription) {
        String names = String.join("`, `", refused(endpointDescription));
        return "| %s | `%s` | `%s` |\n".formatted(endpointDescription.method(), endpointDescription.path(), names);
    }

    private static List<String> refused(EndpointDescription endpointDescription) {
        return Gateway.WHOLE
                .operations()
                .get(EndpointsTest.key(endpointDescription))
                .refused();
    }

    private static String endpoint(Contract.Endpoint endpoint) {
        return "| %s | `%s` | %s | %s |\n"
                .formatted(endpoint.method(), endpoint.path(), endpoint.scope(), endpoint.lock());
    }
}
