package encore.infra.eventstore.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.process.EntryReader.Entry;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.ProcessStore.NotOwner;
import encore.infra.eventstore.process.ProcessStoreContract;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.testmongo.MongoForTests;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MongoProcessStoreTest extends ProcessStoreContract {

    private final String uri = MongoForTests.uri();
    private MongoEventLog log;
    private MongoEventLog logOfAnother;
    private ProcessStore another;

    @Override
    protected ProcessStores openStores() {
        log = MongoEventLog.open(uri);
        return new MongoProcessStores(log, "one");
    }

    @Override
    protected void closeStores(ProcessStores opened) {
        opened.close();
        log.close();
    }

    @BeforeEach
    void another_node() {
        logOfAnother = MongoEventLog.open(uri);
        another = new MongoProcessStores(logOfAnother, "another").open("WhenTested");
    }

    @AfterEach
    void another_leaves() {
        logOfAnother.close();
    }

    @Test
    void one_owns_and_the_other_sees_who() {
        store.commit(changes("a/1", "1"));
        assertThat(another.acquireLease().isHeldHere()).isFalse();
        assertThat(another.acquireLease().owner()).isEqualTo("one");
        assertThat(another.get("a/1")).isEqualTo("1");
        assertThatThrownBy(() -> another.commit(changes("a/1", "2"))).isInstanceOf(NotOwner.class);
        assertThat(store.get("a/1")).isEqualTo("1");
    }

    @Test
    void an_owner_that_leaves_is_followed_at_once() {
        long term = store.acquireLease().term();
        store.release();
        assertThat(another.acquireLease().term()).isEqualTo(term + 1);
        assertThat(store.acquireLease().isHeldHere()).isFalse();
    }

    @Test
    void the_owner_keeps_what_it_read_as_long_as_it_is_the_owner() {
        store.commit(changes("a/1", "1"));
        assertThat(store.get("a/1")).isEqualTo("1");
        assertThat(store.get("a/2")).isNull();
        store.commit(changes("a/2", "2"));
        assertThat(store.get("a/2")).isEqualTo("2");
        store.release();
        another.acquireLease();
        another.commit(changes("a/1", "of another"));
        another.commit(changes("a/2", null));
        assertThat(store.get("a/1")).isEqualTo("of another");
        another.release();
        store.acquireLease();
        assertThat(store.get("a/1")).isEqualTo("of another");
        assertThat(store.get("a/2")).isNull();
        another.acquireLease();
        assertThat(another.get("a/1")).isEqualTo("of another");
    }

    @Test
    void a_silent_owner_is_followed_and_changes_nothing_when_it_wakes() throws Exception {
        store.commit(changes("a/1", "1"));
        long begun = System.nanoTime();
        stores.close();
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!another.acquireLease().isHeldHere() && System.nanoTime() < deadline) {
            Thread.sleep(100);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
        another.commit(changes("a/1", "of another"));
        assertThatThrownBy(() -> store.commit(changes("a/1", "too late"))).isInstanceOf(NotOwner.class);
        assertThat(store.acquireLease().isHeldHere()).isFalse();
        assertThat(all(store)).containsExactly(new Entry("a/1", "of another"));
    }

    @Test
    void an_owner_that_is_alive_keeps_its_entries_though_a_round_takes_long() throws Exception {
        store.commit(changes("a/1", "1"));
        long until = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        while (System.nanoTime() < until) {
            assertThat(another.acquireLease().isHeldHere()).isFalse();
            Thread.sleep(250);
        }
        store.commit(changes("a/1", "2"));
        assertThat(another.get("a/1")).isEqualTo("2");
    }

    @Test
    void an_owner_that_was_replaced_learns_it_from_a_heartbeat() throws Exception {
        assertThat(store.acquireLease().isHeldHere()).isTrue();
        heads().updateOne(
                        Filters.eq("_id", "WhenTested"),
                        Updates.combine(Updates.set("owner", "another/1"), Updates.inc("term", 1L)));
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (store.acquireLease().isHeldHere() && System.nanoTime() < deadline) {
            Thread.sleep(100);
        }
        assertThat(store.acquireLease().owner()).isEqualTo("another");
        assertThatThrownBy(() -> store.commit(changes("a/1", "too late"))).isInstanceOf(NotOwner.class);
    }

    @Test
    void a_note_that_was_removed_is_in_no_heartbeat_of_before() throws Exception {
        store.acquireLease();
        for (int i = 0; i < 20; i++) {
            store.addNote("retry " + i);
            assertThat(store.acquireLease().notes()).contains("retry " + i);
            Thread.sleep(60);
            store.removeNote("retry " + i);
            assertThat(store.acquireLease().notes()).doesNotContain("retry " + i);
        }
    }

    @Test
    void a_pause_of_the_observer_is_no_silence_of_the_owner() throws Exception {
        store.commit(changes("a/1", "1"));
        assertThat(another.acquireLease().isHeldHere()).isFalse();
        stores.close();
        Thread.sleep(3_500);
        assertThat(another.acquireLease().isHeldHere()).isFalse();
    }

    @Test
    void a_commit_that_was_cut_off_is_carried_out_by_who_takes_over() {
        store.commit(changes("a/1", "1", "a/2", "2"));
        Document head = heads().find(Filters.eq("_id", "WhenTested")).first();
        heads().updateOne(
                        Filters.eq("_id", "WhenTested"),
                        Updates.combine(
                                Updates.set("commit", CommitDocument.number(head, "commit") + 1),
                                Updates.set(
                                        "changes",
                                        List.of(
                                                new Document("key", "a/1"),
                                                new Document("key", "a/3").append("value", "3")))));
        assertThatThrownBy(() -> store.commit(changes("a/4", "4"))).isInstanceOf(NotOwner.class);
        assertThat(store.acquireLease().isHeldHere()).isTrue();
        assertThat(all(store)).containsExactly(new Entry("a/2", "2"), new Entry("a/3", "3"));
        store.commit(changes("a/3", null));
        store.release();
        assertThat(another.acquireLease().isHeldHere()).isTrue();
        assertThat(all(another)).containsExactly(new Entry("a/2", "2"));
    }

    @Test
    void changes_applied_twice_or_late_do_not_undo_later_ones() {
        store.commit(changes("a/1", "1", "a/2", "2"));
        Document first = heads().find(Filters.eq("_id", "WhenTested")).first();
        store.commit(changes("a/1", null, "a/2", "second"));
        // A former owner's writes that were on the way: those of the commit before, as the head named them.
        MongoProcessStore.applyChanges(
                log.database().collection("automation_WhenTested"),
                first.getList("changes", Document.class),
                CommitDocument.number(first, "commit"));
        assertThat(all(store)).containsExactly(new Entry("a/2", "second"));
    }

    private MongoCollection<Document> heads() {
        return log.database().collection(MongoProcessStores.HEADS);
    }
}
