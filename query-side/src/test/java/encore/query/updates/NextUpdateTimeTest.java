package encore.query.updates;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolPresentation;
import encore.kernel.idols.IdolsEvent.IdolPresented;
import encore.query.projection.Projection;
import encore.query.runner.MemoryTail;
import encore.query.versions.Projections;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NextUpdateTimeTest {

    private static final String STUCK = "stuck";

    /** In two segments, of which the one that has a certain idol stands still there. */
    static final class Kept implements Projection.Partitioned {

        private static final Collection<IdolId> NONE = Collection.of("none", IdolId.class);

        private final String name;
        private final boolean standsStill;
        private final CountDownLatch mayGoOn = new CountDownLatch(1);

        Kept(String name, boolean standsStill) {
            this.name = name;
            this.standsStill = standsStill;
        }

        @Override
        public Views.Shape shape() {
            return new Views.Shape(name, List.of(NONE));
        }

        @Override
        public Stream<String> keys(RecordedEvent recordedEvent) {
            return Stream.of(((IdolPresented) recordedEvent.event()).idol().toString());
        }

        @EventHandler
        void on(IdolPresented event, Documents.Batch documents) throws InterruptedException {
            if (standsStill && event.idol().uid().equals(STUCK)) {
                mayGoOn.await();
            }
        }
    }

    @TempDir
    Path directory;

    private final MemoryTail tail = new MemoryTail();
    private EventLog log;
    private Views views;
    private Projections projections;
    private List<Kept> all = List.of();
    private byte commits;

    @BeforeEach
    void open() {
        log = SqliteEventLog.open(directory);
        views = SqliteViews.open(directory);
        all = NextUpdateTime.SHOWN_PROJECTIONS.stream()
                .map(name -> new Kept(name, name.equals("idols")))
                .toList();
        projections = new Projections(views, tail, List.copyOf(all), 2);
    }

    @AfterEach
    void close() {
        all.forEach(one -> one.mayGoOn.countDown());
        projections.close();
        views.close();
        log.close();
    }

    @Test
    void one_partition_that_is_behind_holds_the_second_back() throws Exception {
        present("before");
        long stuck = present(STUCK);
        long last = stuck;
        for (int i = 0; last / 1_000 == stuck / 1_000; i++) {
            LockSupport.parkNanos(20_000_000);
            last = present("behind" + i);
        }
        var next = new NextUpdateTime(projections, log);
        Instant now = Instant.ofEpochMilli(log.headTime());
        for (Kept one : all) {
            if (!one.standsStill) {
                whenReached(one.name, tail.head());
            }
        }
        assertThat(next.at(now).toEpochMilli()).isLessThanOrEqualTo(stuck);
        all.forEach(one -> one.mayGoOn.countDown());
        whenReached("idols", tail.head());
        assertThat(next.at(now)).isEqualTo(Instant.ofEpochSecond((last + 1) / 1_000));
    }

    private void whenReached(String name, long position) throws Exception {
        projections.versions(name).serving().whenReached(position).get();
    }

    /** When it is stamped; to the log and to the tail that the projections follow. */
    private long present(String idol) {
        byte[] id = new byte[16];
        id[0] = ++commits;
        byte[] json = "{}".getBytes(StandardCharsets.UTF_8);
        var event = new IdolPresented(new IdolId(7, idol), IdolPresentation.EMPTY);
        String stream = event.idol().toString();
        tail.append(stream, event);
        return log.append(new NewCommit(
                        id,
                        List.of(new NewEvent(stream, 0, "idol_presented", "1", json, json)),
                        null,
                        List.of(),
                        List.of(),
                        List.of()))
                .join()
                .at();
    }
}
