package encore.api;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.filters.FilterCommand.ChangeFilter;
import encore.kernel.filters.FilterId;
import encore.kernel.filters.FilterNames;
import encore.kernel.filters.FilterQuery.FindManagedFilter;
import encore.kernel.filters.FilterUid;
import encore.kernel.filters.SearchFilter;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import tools.jackson.databind.node.JsonNodeFactory;

/** Tests that a command which saves a record of a list is answered by that record. */
class SavedRecordTest {

    private final FakeBackend backend = new FakeBackend();
    private final Caller caller = new Caller(7, "key", RequestContext.defaults());
    private final ChangeFilter change =
            new ChangeFilter(new FilterId(7, "minted"), Patch.of(new FilterNames("loud", null)), null);

    @Test
    void the_record_is_the_one_that_the_aggregate_names_and_is_asked_for_after_the_command() {
        var reached = new AtomicLong();
        backend.on(ChangeFilter.class, command -> new FilterUid("first")).on(FindManagedFilter.class, query -> {
            reached.set(backend.position.get());
            return found(query.filterUid());
        });
        StepVerifier.create(backend.save(caller, change))
                .expectNext(found("first"))
                .verifyComplete();
        assertThat(backend.sent).containsExactly(change);
        assertThat(backend.asked).containsExactly(new FindManagedFilter(7, "first"));
        assertThat(backend.callers).containsOnly(caller);
        assertThat(reached).as("the position of the command").hasValue(101);
    }

    @Test
    void nothing_is_asked_after_a_command_that_is_refused() {
        backend.on(ChangeFilter.class, command -> Mono.error(Refusal.unknown("There is no such thing.")));
        StepVerifier.create(backend.save(caller, change)).verifyError(Refusal.class);
        assertThat(backend.asked).isEmpty();
    }

    private static SearchFilter.Managed found(String uid) {
        return new SearchFilter.Managed(uid, "loud", null, Instant.EPOCH, JsonNodeFactory.instance.objectNode());
    }
}
