package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.access.Access;
import encore.api.input.Description;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Compares the running mappings with the contract: none beside it, and each with its scope and lock. */
class EndpointsTest {

    private static final Map<String, EndpointDescription> MAPPED = Gateway.WHOLE.handlers();

    @Test
    void nothing_is_mapped_that_the_contract_does_not_name_but_management_and_the_paths_of_the_process() {
        assertThat(MAPPED.keySet().stream()
                        .filter(key -> !key.contains(" /api/v1/manage/"))
                        .filter(key -> !key.equals("POST /crm/oauth")) // the forms of its pages
                        .filter(key -> !key.equals("GET /t/{tracker_key}")) // tracker_url leads there
                        .filter(key -> !key.matches("GET /(health(/\\w+)?|metrics|asyncapi\\.json)"))
                        .filter(key -> !Contract.endpoints().containsKey(key)))
                .isEmpty();
    }

    @Test
    void each_has_the_scope_and_the_lock_of_the_contract() {
        MAPPED.forEach((key, endpointDescription) -> {
            assertThat(endpointDescription.access()).as(key).isNotNull();
            Contract.Endpoint endpoint = Contract.endpoints().get(key);
            if (endpoint != null) {
                assertThat(endpointDescription.access().scope()).as(key).isEqualTo(endpoint.scope());
                assertThat(lock(endpointDescription.access())).as(key).isEqualTo(endpoint.lock());
            }
        });
    }

    @Test
    void each_says_what_it_does() {
        assertThat(MAPPED.values())
                .filteredOn(endpointDescription -> endpointDescription.path().startsWith("/api/"))
                .allSatisfy(endpointDescription -> assertThat(
                                endpointDescription.code().isAnnotationPresent(Description.class))
                        .as(endpointDescription.name())
                        .isTrue());
    }

    static String lock(Access access) {
        return access.lock().name().toLowerCase(Locale.ROOT);
    }

    static String key(EndpointDescription endpointDescription) {
        return endpointDescription.method() + " " + endpointDescription.path();
    }
}
