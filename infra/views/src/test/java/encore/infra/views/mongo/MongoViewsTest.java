package encore.infra.views.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import encore.infra.testmongo.MongoForTests;
import encore.infra.views.Documents;
import encore.infra.views.Partitions;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.ViewsContract;
import encore.infra.views.ViewsUnavailable;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MongoViewsTest extends ViewsContract {

    private final String uri = MongoForTests.uri();

    @Override
    protected Views open(Path directory) {
        return MongoViews.open(uri);
    }

    /** Two threads of a process look how far the writer is: the one that found less may say so last. */
    @Test
    void a_reader_that_knows_a_position_reads_nothing_older() {
        try (Views others = MongoViews.open(uri)) {
            Views.Version writer = others.open(SHAPE, 1);
            write(writer, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
            Views.Version reader = views.open(SHAPE, 1);
            MongoPartition partition = (MongoPartition) reader.partitions().getFirst();
            MongoPartitionState late = partition.readState();
            write(writer, 2, batch -> batch.put(COUNTS, "a", new Count(2)));
            assertThat(reader.position()).isEqualTo(2);
            partition.recordRead(late);
            assertThat(count(reader, "a")).isEqualTo(2);
        }
    }

    @Test
    void other_processes_know_which_versions_wait() {
        try (Views others = MongoViews.open(uri)) {
            Views.Version version = views.open(SHAPE, 1, 2);
            version.recordWait(0, true);
            version.recordWait(1, true);
            version.recordWait(0, false);
            assertThat(waiting(others)).containsExactly(1);
            version.recordWait(1, false);
            assertThat(waiting(others)).isEmpty();
        }
    }

    private static Set<Integer> waiting(Views views) {
        String projection = SHAPE.projection();
        return Objects.requireNonNull(views.versionRecords(Set.of(projection)).get(projection))
                .waiting();
    }

    @Test
    void a_paused_former_owner_overwrites_nothing() {
        try (Views others = MongoViews.open(uri)) {
            Views.Version paused = views.open(SHAPE, 1);
            write(paused, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
            Documents.Batch late = paused.begin();
            late.put(COUNTS, "a", new Count(20));
            late.put(COUNTS, "late", new Count(20));
            late.addDeadLetter(new Letter(2, "s", "Late", 1));

            Views.Version owner = others.open(SHAPE, 1);
            owner.takeOver();
            write(owner, 2, batch -> batch.put(COUNTS, "a", new Count(2)));
            assertThatThrownBy(() -> late.commit(2)).isInstanceOf(ViewsUnavailable.class);
            late.close();
            assertThat(count(owner, "a")).isEqualTo(2);
            assertThat(owner.position()).isEqualTo(2);
            assertThat(owner.deadLetters().list(0, 9)).isEmpty();
            // What it left where nobody had written is undone, or overwritten by whoever folds that event.
            assertThat(owner.<@Nullable Count>read(documents -> documents.get(COUNTS, "late")))
                    .isNull();
            write(owner, 3, batch -> batch.put(COUNTS, "late", new Count(3)));
            Views.Version fresh = others.open(SHAPE, 5);
            write(fresh, 3, batch -> {
                batch.put(COUNTS, "a", new Count(2));
                batch.put(COUNTS, "late", new Count(3));
            });
            assertThat(owner.checksums()).isEqualTo(fresh.checksums());
        }
    }

    @Test
    void a_paused_former_owner_overwrites_no_dead_letter_of_the_new_one() {
        try (Views others = MongoViews.open(uri)) {
            Views.Version paused = views.open(SHAPE, 1);
            write(paused, 1, batch -> batch.addDeadLetter(new Letter(1, "s", "Old", 1)));
            Documents.Batch late = paused.begin();
            late.addDeadLetter(new Letter(1, "s", "Late", 9));
            late.addDeadLetter(new Letter(2, "s", "Late", 9));
            late.removeDeadLetter(3);

            Views.Version owner = others.open(SHAPE, 1);
            owner.takeOver();
            write(owner, 3, batch -> {
                batch.addDeadLetter(new Letter(1, "s", "New", 2));
                batch.addDeadLetter(new Letter(2, "s", "New", 1));
                batch.addDeadLetter(new Letter(3, "s", "New", 1));
            });
            assertThatThrownBy(() -> late.commit(3)).isInstanceOf(ViewsUnavailable.class);
            late.close();
            assertThat(owner.deadLetters().list(0, 9))
                    .containsExactly(
                            new Letter(1, "s", "New", 2), new Letter(2, "s", "New", 1), new Letter(3, "s", "New", 1));
        }
    }

    @Test
    void taking_a_segment_over_undoes_its_own_batch_and_leaves_the_others_writers_alone() {
        try (Views others = MongoViews.open(uri)) {
            Views.Version here = views.open(SHAPE, 1, 2);
            Views.Version there = others.open(SHAPE, 1);
            String[] keys = {"", ""};
            for (int i = 0; keys[0].isEmpty() || keys[1].isEmpty(); i++) {
                keys[Partitions.of("k" + i, 2)] = "k" + i;
            }
            Views.Partition first = here.partitions().getFirst();
            Views.Partition second = here.partitions().getLast();
            write(first, 1, batch -> batch.put(COUNTS, keys[0], new Count(1)));
            write(second, 1, batch -> batch.put(COUNTS, keys[1], new Count(1)));
            Documents.Batch late = first.begin();
            late.put(COUNTS, keys[0], new Count(20));
            there.partitions().getFirst().takeOver();
            write(there.partitions().getFirst(), 2, batch -> batch.put(COUNTS, keys[0], new Count(2)));
            assertThatThrownBy(() -> late.commit(2)).isInstanceOf(ViewsUnavailable.class);
            late.close();
            write(second, 3, batch -> batch.put(COUNTS, keys[1], new Count(3)));
            assertThat(there.position()).isEqualTo(2);
            assertThat(count(there, keys[0])).isEqualTo(2);
            assertThat(count(there, keys[1])).isEqualTo(3);
            assertThat(there.checksums()).isEqualTo(here.checksums());
        }
    }

    /** A version is dropped while another process, which has not heard of it, loads its memory from there. */
    @Test
    void a_version_that_another_process_drops_meanwhile_is_not_read_as_empty() {
        try (Views others = MongoViews.open(uri)) {
            Views.Version loading = views.open(SHAPE, 1);
            write(loading, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
            others.open(SHAPE, 1);
            others.open(SHAPE, 2);
            others.serve(SHAPE.projection(), 2);
            assertThatThrownBy(() -> loading.readConsistently(documents -> {
                        others.drop(SHAPE.projection(), 1);
                        return documents.count(COUNTS, Where.all(), 10);
                    }))
                    .hasMessageContaining("was dropped");
        }
    }

    @Test
    void a_removed_document_is_not_made_anew_by_a_late_write() {
        try (Views others = MongoViews.open(uri)) {
            Views.Version paused = views.open(SHAPE, 1);
            write(paused, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
            Documents.Batch late = paused.begin();
            late.put(COUNTS, "a", new Count(20));
            Views.Version owner = others.open(SHAPE, 1);
            write(owner, 2, batch -> batch.remove(COUNTS, "a"));
            assertThatThrownBy(() -> late.commit(2)).isInstanceOf(ViewsUnavailable.class);
            late.close();
            assertThat(owner.<@Nullable Count>read(documents -> documents.get(COUNTS, "a")))
                    .isNull();
            assertThat(owner.<List<Row<Count>>>read(
                            documents -> documents.find(COUNTS, Where.all(), Order.byKey(), null, 9)))
                    .isEmpty();
        }
    }

    @Test
    void a_batch_that_was_cut_off_before_its_state_is_undone_and_can_be_applied_again() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            batch.put(COUNTS, "a", new Count(1));
            batch.put(COUNTS, "gone", new Count(1));
        });
        List<Views.Sum> sums = version.checksums();
        cutOff(version, "a", "gone", "new");
        reopen();
        Views.Version again = views.open(SHAPE, 1);
        assertThat(again.position()).isEqualTo(1);
        assertThat(count(again, "a")).isEqualTo(1);
        again.takeOver();
        assertThat(again.<List<Row<Count>>>read(
                        documents -> documents.find(COUNTS, Where.all(), Order.byKey(), null, 9)))
                .extracting(Row::key)
                .containsExactly("a", "gone");
        assertThat(again.checksums()).isEqualTo(sums);
        write(again, 2, batch -> {
            Count before = batch.get(COUNTS, "a");
            batch.put(COUNTS, "a", new Count(Objects.requireNonNull(before).value() + 1));
        });
        assertThat(count(again, "a")).isEqualTo(2);
    }

    /** Writes what a batch writes, and loses the race for its state. */
    private void cutOff(Views.Version version, String changed, String removed, String added) {
        try (Documents.Batch batch = version.begin()) {
            batch.put(COUNTS, changed, new Count(77));
            batch.remove(COUNTS, removed);
            batch.put(COUNTS, added, new Count(77));
            states().updateOne(
                            new Document("_id", "state"),
                            new Document("$inc", new Document("stamp", 0L).append("epoch", 1L)));
            assertThatThrownBy(() -> batch.commit(2)).isInstanceOf(ViewsUnavailable.class);
            states().updateOne(new Document("_id", "state"), new Document("$inc", new Document("epoch", -1L)));
        }
    }

    private MongoCollection<Document> states() {
        return collection("persons_v1__state");
    }

    private MongoCollection<Document> collection(String name) {
        return CLIENTS.getDatabase(Objects.requireNonNull(new ConnectionString(uri).getDatabase()))
                .getCollection(name);
    }

    private static final MongoClient CLIENTS = MongoClients.create(MongoForTests.server());

    @Test
    void a_question_that_must_see_one_state_says_when_it_did_not() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
        assertThat(version.<Long>readConsistently(documents -> documents.count(COUNTS, Where.all(), 5)))
                .contains(1L);
        Optional<Integer> moved = version.readConsistently(documents -> {
            documents.get(COUNTS, "a");
            write(version, 2, batch -> batch.put(COUNTS, "b", new Count(1)));
            return documents.find(COUNTS, Where.all(), Order.byKey(), null, 9).size();
        });
        assertThat(moved).isEmpty();
    }

    @Test
    void nothing_of_what_was_removed_is_left_after_scrubbing() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> batch.put(PEOPLE, "a", person("Ann Confidential", 5)));
        write(version, 2, batch -> batch.put(PEOPLE, "a", person("Nobody", 5)));
        write(version, 3, batch -> batch.put(PEOPLE, "b", person("Bob Confidential", 5)));
        write(version, 4, batch -> batch.remove(PEOPLE, "b"));
        assertThat(everything()).contains("Confidential");
        assertThat(views.scrub()).isTrue();
        assertThat(everything()).doesNotContainIgnoringCase("confidential").contains("Nobody");
        write(version, 5, batch -> batch.put(PEOPLE, "a", person("Somebody", 5)));
        assertThat(version.<List<Row<Person>>>read(
                        documents -> documents.find(PEOPLE, Where.all(), Order.byKey(), null, 9)))
                .extracting(Row::key)
                .containsExactly("a");
    }

    private String everything() {
        var text = new StringBuilder();
        for (String name : List.of("persons_v1_people", "persons_v1_counts", "persons_v1__state")) {
            collection(name).find().forEach(one -> text.append(one.toJson()));
        }
        return text.toString();
    }
}
