package encore.command.quotas;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.axon.CommitAdmission.Reservation;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.kernel.Event;
import encore.kernel.quotas.Quota;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import java.nio.file.Path;
import java.util.List;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory that the records of all accounts, and of one, may take. */
class UsageLedgerTest {

    private static final long BYTES_OF_TEN = 10L * Quota.TAGS.bytes();

    @TempDir
    private Path directory;

    private SqliteKeyStore keys;
    private UsageLedger ledger;
    private int made;

    @BeforeEach
    void open() {
        keys = SqliteKeyStore.open(directory);
        ledger = new UsageLedger(new UsageOfEvents(new Hmacs(keys)), new RecordMemoryLimit(BYTES_OF_TEN));
    }

    @AfterEach
    void close() {
        keys.close();
    }

    @Test
    void one_account_leaves_a_tenth_of_the_memory_to_the_others() {
        for (int i = 0; i < 9; i++) {
            count(7);
        }
        assertThatThrownBy(() -> admit(7))
                .isInstanceOf(AppendFailure.QuotaReached.class)
                .hasMessageContaining("as one account may");
        assertThatCode(() -> admit(8)).doesNotThrowAnyException();
    }

    @Test
    void the_records_of_all_accounts_have_a_bound_together() {
        for (int i = 0; i < 10; i++) {
            count(i);
        }
        assertThatThrownBy(() -> admit(11))
                .isInstanceOf(AppendFailure.QuotaReached.class)
                .hasMessageContaining("all accounts");
    }

    @Test
    void commits_on_their_way_count_until_they_fail() {
        Reservation last = admit(1);
        for (int i = 2; i <= 10; i++) {
            admit(i);
        }
        assertThatThrownBy(() -> admit(11)).isInstanceOf(AppendFailure.QuotaReached.class);
        last.settle(null);
        admit(11);
    }

    @Test
    void an_event_that_adds_nothing_is_always_admitted() {
        for (int i = 0; i < 10; i++) {
            count(i);
        }
        assertThatCode(() -> ledger.admit(List.of())).doesNotThrowAnyException();
    }

    private void count(long account) {
        TagMade event = tag(account);
        ledger.count(event.tag().toString(), event);
    }

    private Reservation admit(long account) {
        TagMade event = tag(account);
        return ledger.admit(
                List.of(new GenericDomainEventMessage<Event>("", event.tag().toString(), 0, event)));
    }

    private TagMade tag(long account) {
        int number = made++;
        return new TagMade(new TagId(account, number), "Tag " + number);
    }
}
