package encore.infra.standalone.stores;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.HashChain;
import encore.infra.standalone.settings.NodeSettings;
import encore.infra.standalone.settings.StorageSettings;
import encore.infra.views.LogHashes;
import encore.infra.views.Views;
import encore.infra.views.mongo.MongoViews;
import encore.infra.views.sqlite.SqliteViews;
import encore.query.Partitioning;
import encore.query.memory.BoardMemoryLimit;
import encore.query.memory.ShowBoardMemoryLimit;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Opens the store of the projections' documents, in the data directory or on the configured MongoDB, where query nodes
 * share the work.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StorageSettings.class)
public class ViewStoreConfiguration {

    @Bean(destroyMethod = "close")
    Views views(EventLog log, StorageSettings storageSettings, NodeSettings node) {
        String mongo = node.mongo();
        return mongo == null ? SqliteViews.open(storageSettings.data(), hashesOf(log)) : MongoViews.open(mongo);
    }

    private static LogHashes hashesOf(EventLog log) {
        HashChain chain = new HashChain(log);
        return position -> position > log.head() ? new byte[0] : chain.headAt(position);
    }

    @Bean
    Partitioning segmenting(StorageSettings storageSettings) {
        return new Partitioning(storageSettings.segments());
    }

    @Bean
    BoardMemoryLimit boardMemory(StorageSettings storageSettings) {
        return ShowBoardMemoryLimit.restOf(allBoards(storageSettings));
    }

    @Bean
    ShowBoardMemoryLimit showBoardMemory(StorageSettings storageSettings) {
        return ShowBoardMemoryLimit.partOf(allBoards(storageSettings));
    }

    private static BoardMemoryLimit allBoards(StorageSettings storageSettings) {
        return storageSettings.boardMemory() == null
                ? BoardMemoryLimit.defaultLimit()
                : new BoardMemoryLimit(storageSettings.boardMemory().toBytes());
    }
}
