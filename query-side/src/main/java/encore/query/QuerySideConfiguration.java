package encore.query;

import encore.infra.backend.QuerySide;
import encore.infra.eventstore.EventTail;
import encore.infra.views.Views;
import encore.query.answering.ProjectedQuerySide;
import encore.query.lists.ListProjections;
import encore.query.projection.MomentResolver;
import encore.query.projection.Projection;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.versions.Projections;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires the query side over an {@link EventTail} and {@link Views} that the application provides. */
@Configuration(proxyBeanMethods = false)
@Import(ListProjections.class)
public class QuerySideConfiguration {

    @Bean
    QueryGateway scopedQueryGateway() {
        return QueryGateway.ofCurrentQuery();
    }

    @Bean(destroyMethod = "close")
    Projections projections(
            Views views,
            EventTail tail,
            List<Projection> projections,
            ObjectProvider<Partitioning> partitioning,
            ObjectProvider<MeterRegistry> meters) {
        var running = new Projections(
                views,
                tail,
                projections,
                partitioning.getIfAvailable(Partitioning::none).partitions());
        meters.ifAvailable(running::registerMetrics);
        return running;
    }

    @Bean
    QuerySide querySide(
            Projections projections, EventTail tail, List<QueryComponent> answerers, MomentResolver momentResolver) {
        return new ProjectedQuerySide(projections, tail, answerers, momentResolver);
    }
}
