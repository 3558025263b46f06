package encore.query.versions;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.infra.views.sqlite.SqliteViews;
import encore.query.image.MemoryImage;
import encore.query.projection.Projection;
import encore.query.runner.MemoryTail;
import encore.query.versions.Counters.Counted;
import encore.query.versions.Counters.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory after a start is what the documents say, whether it was read from an image or from them. */
class ImagesTest {

    @TempDir
    Path directory;

    private final MemoryTail log = new MemoryTail();
    private Remembering remembering = new Remembering();
    private Views views;
    private Projections projections;

    /** The sum of each counter in memory, as in its document. */
    static final class Remembering implements Projection.Imaged {

        static boolean isBroken;

        record Total(String name, long sum) {}

        static final Collection<Total> TOTALS = Collection.of("totals", Total.class);

        final Map<String, Long> sums = new ConcurrentHashMap<>();
        int loads;

        @Override
        public Views.Shape shape() {
            return new Views.Shape("remembering", List.of(TOTALS));
        }

        @EventHandler
        void on(Counted event, Documents.Batch documents) {
            if (isBroken && event.counter().equals("bad")) {
                throw new UnsupportedOperationException();
            }
            Total before = documents.get(TOTALS, event.counter());
            documents.put(
                    TOTALS,
                    event.counter(),
                    new Total(event.counter(), (before == null ? 0 : before.sum()) + event.by()));
        }

        @EventHandler
        void on(Ended event, Documents.Batch documents) {
            documents.remove(TOTALS, event.counter());
        }

        @Override
        public void load(Documents documents) {
            loads++;
            sums.clear();
            sums.putAll(stored(documents));
        }

        static Map<String, Long> stored(Documents documents) {
            Map<String, Long> stored = new HashMap<>();
            documents
                    .find(TOTALS, Where.all(), Order.byKey(), null, 100)
                    .forEach(row ->
                            stored.put(row.document().name(), row.document().sum()));
            return stored;
        }

        @Override
        public void apply(List<RecordedEvent> events) {
            for (RecordedEvent recordedEvent : events) {
                switch (recordedEvent.event()) {
                    case Counted counted -> sums.merge(counted.counter(), counted.by(), Long::sum);
                    case Ended ended -> sums.remove(ended.counter());
                    default -> {}
                }
            }
        }

        @Override
        public void transfer(MemoryImage memoryImage) {
            memoryImage.elements(sums, memoryImage::name, memoryImage::id);
        }
    }

    @BeforeEach
    void begin() {
        Remembering.isBroken = false;
        count("a", 1);
        count("b", 2);
        start();
    }

    @AfterEach
    void stop() {
        projections.close();
        views.close();
    }

    private void start() {
        views = SqliteViews.open(directory);
        remembering = new Remembering();
        projections = new Projections(views, log, List.of(remembering));
        await().until(projections::isReady);
        await().until(() -> projections.versions("remembering").serving().reached() == log.head());
    }

    private void restart() {
        stop();
        start();
    }

    /** What is stored when a process is killed: the image of the stop before is still there. */
    private void kill() throws IOException {
        Path image = image();
        boolean there = Files.exists(image);
        Path kept = directory.resolve("kept");
        if (there) {
            Files.copy(image, kept);
        }
        stop();
        Files.deleteIfExists(image);
        if (there) {
            Files.move(kept, image);
        }
        start();
    }

    private void count(String counter, long by) {
        log.append(counter, new Counted(counter, by));
    }

    private Path image() {
        return directory.resolve("views/remembering.v1.db-image");
    }

    private void isAsStored(int loads) {
        await().until(() -> projections.versions("remembering").serving().reached() == log.head());
        assertThat(remembering.sums)
                .isEqualTo(projections.versions("remembering").serving().read(Remembering::stored));
        assertThat(remembering.loads).isEqualTo(loads);
    }

    @Test
    void a_start_behind_a_stop_reads_the_image_and_no_documents() {
        isAsStored(1);
        restart();
        isAsStored(0);
        count("a", 3);
        isAsStored(0);
        restart();
        isAsStored(0);
        assertThat(remembering.sums).containsEntry("a", 4L);
    }

    @Test
    void a_start_behind_a_kill_reads_the_image_of_the_stop_before_and_what_came_since() throws IOException {
        restart();
        count("a", 3);
        isAsStored(0);
        kill();
        isAsStored(0);
        assertThat(remembering.sums).containsEntry("a", 4L);
    }

    @Test
    void events_that_came_during_a_stop_are_read_after_the_start() {
        stop();
        count("a", 3);
        start();
        isAsStored(0);
        assertThat(remembering.sums).containsEntry("a", 4L);
    }

    @Test
    void an_erasure_deletes_the_image() throws IOException {
        count("somebody", 1);
        isAsStored(1);
        restart();
        assertThat(Files.readString(image(), ISO_8859_1)).contains("somebody");
        log.append("somebody", new Ended("somebody"));
        isAsStored(0);
        assertThat(image()).doesNotExist();
        kill();
        isAsStored(1);
        restart();
        isAsStored(0);
        assertThat(Files.readString(image(), ISO_8859_1)).doesNotContain("somebody");
    }

    @Test
    void an_image_that_is_damaged_or_cut_off_is_passed_over() throws IOException {
        stop();
        byte[] whole = Files.readAllBytes(image());
        for (int at : List.of(0, 5, 20, whole.length - 1)) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 4;
            Files.write(image(), damaged);
            start();
            isAsStored(1);
            stop();
        }
        Files.write(image(), Arrays.copyOf(whole, whole.length - 1));
        start();
        isAsStored(1);
    }

    @Test
    void an_image_of_more_than_the_documents_have_is_passed_over() throws IOException {
        count("a", 3);
        isAsStored(1);
        stop();
        try (Stream<Path> files = Files.list(directory.resolve("views"))) {
            for (Path file : files.filter(one -> !one.equals(image())).toList()) {
                Files.delete(file);
            }
        }
        start();
        isAsStored(1);
    }

    @Test
    void a_dead_letter_that_is_settled_makes_an_image_of_before_worthless() throws IOException {
        Remembering.isBroken = true;
        count("bad", 5);
        isAsStored(1);
        restart();
        isAsStored(0);
        assertThat(remembering.sums).doesNotContainKey("bad");
        Remembering.isBroken = false;
        assertThat(projections.retry("remembering", 3)).isTrue();
        isAsStored(0);
        assertThat(remembering.sums).containsEntry("bad", 5L);
        kill();
        isAsStored(1);
        assertThat(remembering.sums).containsEntry("bad", 5L);
    }

    @Test
    void a_discarded_event_does_not_come_back_with_the_events_after_an_image() throws IOException {
        restart();
        Remembering.isBroken = true;
        count("bad", 5);
        isAsStored(0);
        projections.discard("remembering", 3);
        Remembering.isBroken = false;
        kill();
        isAsStored(1);
        assertThat(remembering.sums).doesNotContainKey("bad");
    }

    @Test
    void a_version_that_serves_no_more_leaves_no_image() {
        restart();
        int next = projections.rebuild("remembering");
        await().until(() ->
                projections.status().stream().anyMatch(one -> one.version() == next && one.position() == log.head()));
        projections.switchTo("remembering", next);
        assertThat(image()).doesNotExist();
        restart();
        isAsStored(0);
    }
}
