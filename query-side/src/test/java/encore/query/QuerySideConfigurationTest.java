package encore.query;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.QuerySide;
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
import encore.query.projection.Projection;
import encore.query.runner.MemoryTail;
import encore.query.versions.Projections;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;

class QuerySideConfigurationTest {

    @TempDir
    Path directory;

    @Configuration
    @ComponentScan(
            basePackages = "encore.query",
            excludeFilters = @ComponentScan.Filter(type = FilterType.REGEX, pattern = ".*Test\\$.*"))
    static class AllOfIt {}

    @Test
    void every_projection_is_bound_runs_is_measured_and_no_two_answer_one_question() {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.registerBean(Views.class, () -> SqliteViews.open(directory));
            context.registerBean(EventLog.class, () -> SqliteEventLog.open(directory));
            context.registerBean(KeyStore.class, () -> SqliteKeyStore.open(directory));
            context.registerBean(
                    EventCodec.class, () -> new EventCodec(EventCatalogue.load(), context.getBean(KeyStore.class)));
            context.registerBean(HeadStore.class, () -> FileHeadStore.in(directory));
            context.registerBean(MediaStore.class, () -> FileMediaStore.in(directory));
            context.registerBean(ProcessStores.class, () -> new SqliteProcessStores(directory));
            context.registerBean(EventTail.class, MemoryTail::new);
            context.registerBean(MeterRegistry.class, SimpleMeterRegistry::new);
            context.register(QuerySideConfiguration.class, AllOfIt.class);
            context.refresh();
            assertThat(context.getBean(QuerySide.class)).isNotNull();
            Projections projections = context.getBean(Projections.class);
            assertThat(projections.whenReady()).succeedsWithin(Duration.ofSeconds(10));
            assertThat(projections.status())
                    .hasSize(context.getBeansOfType(Projection.class).size());
            assertThat(context.getBean(MeterRegistry.class)
                            .get("encore.projection.lag.events")
                            .gauges())
                    .hasSize(projections.status().size());
        }
    }
}
