package encore.infra.standalone;

import encore.infra.eventstore.log.EventLog;
import encore.infra.views.Views;
import encore.infra.views.mongo.MongoViews;
import encore.infra.views.sqlite.SqliteViews;
import encore.query.Segmenting;
import encore.query.projection.BoardMemory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Opens the store of the projections' documents, in the data directory or on the configured MongoDB, where query nodes
 * share the work.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(Settings.class)
class ViewStores {

    @Bean(destroyMethod = "close")
    Views views(EventLog log, Settings settings, NodeSettings node) {
        String mongo = node.mongo();
        return mongo == null ? SqliteViews.open(settings.data()) : MongoViews.open(mongo);
    }

    @Bean
    Segmenting segmenting(Settings settings) {
        return new Segmenting(settings.segments());
    }

    @Bean
    BoardMemory boardMemory(Settings settings) {
        return settings.boardMemory() == null
                ? BoardMemory.usual()
                : new BoardMemory(settings.boardMemory().toBytes());
    }
}
