package encore.query.answering;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.accounts.KeyEvent.KeyRevoked;
import encore.kernel.accounts.KeyId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.query.projection.ControlSource;
import encore.query.runner.MemoryTail;
import encore.query.versions.Projections;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.axonframework.eventhandling.EventHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** How fresh the control stream says that it is. */
class FreshnessMeterTest {

    private final MemoryTail tail = new MemoryTail();
    private final TestControlSource received = new TestControlSource();
    private final List<ControlMessage> heard = new CopyOnWriteArrayList<>();
    private Views views;
    private Projections projections;
    private Disposable following;

    @BeforeEach
    void start(@TempDir Path directory) {
        views = SqliteViews.open(directory);
        projections = new Projections(views, tail, List.of(received));
        follow();
    }

    private void follow() {
        following = new ProjectedQuerySide(projections, tail).control().subscribe(heard::add);
    }

    @AfterEach
    void stop() {
        following.dispose();
        received.open.countDown();
        projections.close();
        views.close();
    }

    @Test
    void it_is_sent_first_and_then_again_and_again() {
        within(() ->
                heard.stream().filter(ControlMessage.Pulse.class::isInstance).count() > 3);
        assertThat(heard.getFirst()).isInstanceOf(ControlMessage.Pulse.class);
        assertThat(heard).contains(new ControlMessage.Ready(0));
        assertThat(newest()).isLessThan(1_000);
    }

    @Test
    void a_node_that_has_not_heard_from_the_log_says_so_in_a_replay_as_well() {
        within(() -> heard.contains(new ControlMessage.Ready(0)));
        following.dispose();
        heard.clear();
        tail.heardAgo(Duration.ofSeconds(5));
        follow();
        within(() -> heard.contains(new ControlMessage.Ready(0)));
        assertThat(((ControlMessage.Pulse) heard.getFirst()).age()).isGreaterThanOrEqualTo(5_000);
        tail.heardAgo(Duration.ZERO);
        within(() -> newest() < 1_000);
    }

    @Test
    void an_event_that_is_not_sent_yet_ages_it_and_others_do_not() throws Exception {
        within(() -> newest() < 1_000);
        var fan = new FanId(7, 42);
        tail.append(fan.toString(), new FanErased(fan));
        Thread.sleep(1_500);
        assertThat(newest()).isLessThan(1_000);
        received.held = true;
        var key = new KeyId(7, "k");
        tail.append(key.toString(), new KeyRevoked(key));
        within(() -> newest() > 1_000);
        received.open.countDown();
        within(() -> newest() < 1_000);
    }

    private long newest() {
        return heard.stream()
                .filter(ControlMessage.Pulse.class::isInstance)
                .map(ControlMessage.Pulse.class::cast)
                .reduce((one, next) -> next)
                .map(ControlMessage.Pulse::age)
                .orElse(Long.MAX_VALUE);
    }

    private static void within(BooleanSupplier happens) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!happens.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Tells nothing; holds an event up when a test says so. */
    static final class TestControlSource implements ControlSource {

        private final CountDownLatch open = new CountDownLatch(1);
        private volatile boolean held;

        @Override
        public Views.Shape shape() {
            return new Views.Shape("told", List.of());
        }

        @EventHandler
        void on(KeyRevoked event, RecordedEvent recordedEvent, Documents.Batch documents) throws InterruptedException {
            if (held) {
                open.await();
            }
        }

        @Override
        public void load(Documents documents) {}

        @Override
        public void apply(List<RecordedEvent> events) {}

        @Override
        public Flux<ControlMessage> follow(long reached) {
            return Flux.concat(Flux.just(new ControlMessage.Ready(reached)), Flux.never());
        }
    }
}
