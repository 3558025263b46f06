package encore.query.versions;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.query.projection.Projection;
import encore.query.runner.MemoryTail;
import encore.query.versions.Counters.Counted;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.axonframework.eventhandling.EventHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartOrderTest {

    @TempDir
    Path directory;

    record Nothing(long number) {}

    static final class Stored implements Projection {

        @Override
        public Views.Shape shape() {
            return new Views.Shape("stored", List.of(Collection.of("nothing", Nothing.class)));
        }

        @EventHandler
        void on(Counted event) {}
    }

    static final class Loaded implements Projection.InMemory {

        @Override
        public Views.Shape shape() {
            return new Views.Shape("loaded", List.of(Collection.of("nothing", Nothing.class)));
        }

        @EventHandler
        void on(Counted event) {}

        @Override
        public void load(Documents documents) {}

        @Override
        public void apply(List<RecordedEvent> events) {}
    }

    @Test
    void loaded_projections_are_opened_first_and_listed_in_their_place() {
        List<String> opened = new CopyOnWriteArrayList<>();
        try (Views views = SqliteViews.open(directory);
                Projections projections = new Projections(
                        telling(views, opened), new MemoryTail(), List.of(new Stored(), new Loaded()))) {
            assertThat(opened).containsExactly("loaded", "stored");
            assertThat(projections.status())
                    .extracting(Projections.VersionStatus::name)
                    .containsExactly("stored", "loaded");
        }
    }

    private static Views telling(Views views, List<String> opened) {
        return (Views) Proxy.newProxyInstance(
                Views.class.getClassLoader(), new Class<?>[] {Views.class}, (proxy, method, given) -> {
                    if (method.getName().equals("open") && given[0] instanceof Views.Shape shape) {
                        opened.add(shape.projection());
                    }
                    return method.invoke(views, given);
                });
    }
}
