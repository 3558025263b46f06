package encore.infra.eventstore.process;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.EntryReader.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract that every adapter of the {@link ProcessStores} must fulfil. */
public abstract class ProcessStoreContract {

    protected ProcessStore store;
    protected ProcessStores stores;

    protected abstract ProcessStores openStores() throws Exception;

    protected abstract void closeStores(ProcessStores opened) throws Exception;

    @BeforeEach
    void open() throws Exception {
        stores = openStores();
        store = stores.open("WhenTested");
        assertThat(store.acquireLease().isHeldHere()).isTrue();
    }

    @AfterEach
    void close() throws Exception {
        store.release();
        closeStores(stores);
    }

    @Test
    void committed_entries_exist_after_a_restart() throws Exception {
        store.commit(changes("a/1", "one", "a/2", "two"));
        store.commit(changes("a/1", null, "a/2", "second", "a/3", "three"));
        close();
        open();
        assertThat(store.get("a/1")).isNull();
        assertThat(store.get("a/2")).isEqualTo("second");
        assertThat(store.list("a/", null, 10)).containsExactly(new Entry("a/2", "second"), new Entry("a/3", "three"));
    }

    @Test
    void ownership_and_progress_of_all_stores_are_found_at_once() {
        assertThat(stores.overviews().get("WhenTested").progress()).isNull();
        store.commit(changes(AutomationProgress.KEY, "one"));
        store.commit(changes("a/1", "1"));
        store.commit(changes(AutomationProgress.KEY, "two", "a/1", null));
        LongWork backfill = new LongWork(7, 1, "12", true);
        LongWork otherWork = new LongWork(8, 1, "12", null);
        store.commit(changes(backfill.key(), json(backfill), otherWork.key(), json(otherWork)));
        store.addNote("wait");
        assertThat(stores.overviews())
                .containsOnlyKeys(stores.names())
                .containsEntry(
                        "WhenTested", new ProcessStores.Overview(store.currentLease(), "two", List.of(backfill)));
        store.commit(changes(backfill.key(), null));
        assertThat(stores.overviews().get("WhenTested").backfills()).isEmpty();
    }

    @Test
    void entries_are_listed_in_pages_by_key_under_their_prefix() {
        store.commit(changes("a/1", "1", "a/2", "2", "a/3", "3", "b/1", "4", "a", "5", "a0", "6"));
        store.commit(changes("a/2", null));
        assertThat(store.list("a/", null, 1)).containsExactly(new Entry("a/1", "1"));
        assertThat(store.list("a/", "a/1", 2)).containsExactly(new Entry("a/3", "3"));
        assertThat(store.list("a/", "a/3", 2)).isEmpty();
        assertThat(store.list("c/", null, 2)).isEmpty();
    }

    @Test
    void a_removed_entry_may_be_added_again() {
        store.commit(changes("a/1", "1"));
        store.commit(changes("a/1", null));
        store.commit(changes("a/1", "again"));
        assertThat(store.get("a/1")).isEqualTo("again");
    }

    @Test
    void pending_changes_are_read_as_if_they_were_committed() {
        store.commit(changes("a/1", "1", "a/2", "2", "a/3", "3", "a/4", "4"));
        var batch = new EntryChanges(store);
        batch.remove("a/1");
        batch.put("a/3", "third");
        batch.put("a/21", "new");
        var part = new EntryChanges(batch);
        part.remove("a/21");
        part.put("a/22", "newer");
        assertThat(part.list("a/", null, 3))
                .containsExactly(new Entry("a/2", "2"), new Entry("a/22", "newer"), new Entry("a/3", "third"));
        assertThat(part.list("a/", "a/22", 1)).containsExactly(new Entry("a/3", "third"));
        assertThat(batch.get("a/21")).isEqualTo("new");
        part.mergeInto(batch);
        store.commit(batch.all());
        assertThat(store.list("a/", null, 9)).extracting(Entry::key).containsExactly("a/2", "a/22", "a/3", "a/4");
    }

    @Test
    void every_process_may_leave_notes_for_the_owner() {
        store.addNote("pause");
        store.addNote("pause");
        store.addNote("retry x");
        assertThat(store.acquireLease().notes()).containsExactlyInAnyOrder("pause", "retry x");
        store.removeNote("pause");
        assertThat(store.currentLease().notes()).containsExactly("retry x");
    }

    @Test
    void automations_are_apart_and_known_by_name() {
        ProcessStore other = stores.open("WhenOther");
        assertThat(other.acquireLease().isHeldHere()).isTrue();
        other.commit(changes("a/1", "other"));
        assertThat(store.get("a/1")).isNull();
        assertThat(stores.names()).containsExactly("WhenOther", "WhenTested");
    }

    /** @param pairs keys and values in turn; a null value removes the entry */
    protected static Map<String, String> changes(String... pairs) {
        Map<String, String> changes = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            changes.put(pairs[i], pairs[i + 1]);
        }
        return changes;
    }

    protected static List<Entry> all(ProcessStore of) {
        return of.list("a/", null, 100);
    }

    private static String json(LongWork work) {
        return EventJson.mapper().writeValueAsString(work);
    }
}
