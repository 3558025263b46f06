package encore.query;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.heads.FileHeadStore;
import encore.infra.eventstore.heads.HeadStore;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.media.FileMediaStore;
import encore.infra.eventstore.media.MediaStore;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.sqlite.process.SqliteProcessStores;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.query.projection.Projection;
import encore.query.runner.MemoryTail;
import encore.query.versions.Projections;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * Every projection that there is, filled again beside itself, ends up with the same documents, in however many segments,
 * and though it is told less of who was erased than the first one was.
 */
class RebuiltEqualsLiveTest {

    private static final int EVENTS = 24_000;
    private static final int OPENINGS = 800;
    private static final int MARK = 8_192;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void every_projection_filled_again_from_mixed_events_has_the_same_documents(int segments) throws Exception {
        var tail = new MemoryTail();
        try (var context = new AnnotationConfigApplicationContext()) {
            context.registerBean(Views.class, () -> SqliteViews.open(directory));
            context.registerBean(EventLog.class, () -> SqliteEventLog.open(directory));
            context.registerBean(KeyStore.class, () -> SqliteKeyStore.open(directory));
            context.registerBean(
                    EventCodec.class, () -> new EventCodec(EventCatalogue.load(), context.getBean(KeyStore.class)));
            context.registerBean(HeadStore.class, () -> FileHeadStore.in(directory));
            context.registerBean(MediaStore.class, () -> FileMediaStore.in(directory));
            context.registerBean(ProcessStores.class, () -> new SqliteProcessStores(directory));
            context.registerBean(EventTail.class, () -> tail);
            context.registerBean(Partitioning.class, () -> new Partitioning(segments));
            context.register(QuerySideConfiguration.class, QuerySideConfigurationTest.AllOfIt.class);
            context.refresh();
            var projections = context.getBean(Projections.class);
            var views = context.getBean(Views.class);
            appendAFewAtATime(tail);
            for (Projection projection :
                    context.getBeansOfType(Projection.class).values()) {
                Views.Shape shape = projection.shape();
                int like = projections.rebuild(shape.projection());
                whenThere(projections, shape.projection(), like);
                assertThat(projections
                                .compare(shape.projection(), difference -> {})
                                .equal())
                        .as(shape.projection())
                        .isTrue();
                List<Views.Sum> atMark = views.open(shape, like).checksumsAt(MARK);
                int version = projections.rebuild(shape.projection(), segments == 1 ? 4 : 1);
                whenThere(projections, shape.projection(), version);
                assertThat(views.open(shape, version).partitions())
                        .hasSize(projection instanceof Projection.Partitioned && segments == 1 ? 4 : 1);
                assertThat(projections.deadLetters(shape.projection(), 0, 1)).isEmpty();
                List<Projections.Difference> differences = new ArrayList<>();
                Projections.Comparison comparison = projections.compare(shape.projection(), differences::add);
                assertThat(differences).as(shape.projection()).isEmpty();
                assertThat(comparison.equal()).as(shape.projection()).isTrue();
                assertThat(comparison.position()).isEqualTo(EVENTS);
                // What the events made may all be removed by the end.
                assertThat(Stream.concat(comparison.servingSums().stream(), atMark.stream()))
                        .as(shape.projection())
                        .anySatisfy(sum -> assertThat(sum.documents()).isPositive());
                // The first version's knew then who was erased later.
                assertThat(views.open(shape, version).checksumsAt(MARK))
                        .isNotNull()
                        .isEqualTo(atMark);
            }
        }
    }

    /** The live versions see them come in batches of all sizes; the others get them whole. */
    private static void appendAFewAtATime(MemoryTail tail) throws InterruptedException {
        var events = new RandomEvents(57);
        Set<Class<?>> seen = new HashSet<>();
        for (int i = 0; i < EVENTS; i++) {
            Event event = i < OPENINGS ? events.opening() : events.next();
            seen.add(event.getClass());
            tail.append(RandomEvents.stream(event), event);
            StreamId erased = event instanceof Event.FinalEvent ? event.subject() : null;
            if (erased != null) {
                tail.rewrite(one -> erased.equals(one.subject()) ? RandomEvents.forgotten(one) : one);
            }
            if (i % 1_500 == 0) {
                Thread.sleep(5);
            }
        }
        assertThat(seen).isEqualTo(new HashSet<>(events.types()));
    }

    private static void whenThere(Projections projections, String name, int version) throws InterruptedException {
        long giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (projections.status().stream()
                .anyMatch(versionStatus -> versionStatus.name().equals(name)
                        && versionStatus.version() == version
                        && versionStatus.lag() > 0)) {
            assertThat(System.nanoTime()).isLessThan(giveUp);
            Thread.sleep(5);
        }
    }
}
