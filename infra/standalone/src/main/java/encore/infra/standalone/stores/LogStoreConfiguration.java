package encore.infra.standalone.stores;

import encore.command.quotas.RecordMemoryLimit;
import encore.infra.eventstore.deliveries.DeliveryHold;
import encore.infra.eventstore.deliveries.FileDeliveryPermission;
import encore.infra.eventstore.heads.FileHeadStore;
import encore.infra.eventstore.heads.HeadStore;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.media.FileMediaStore;
import encore.infra.eventstore.media.MediaStore;
import encore.infra.eventstore.mongo.MongoDeliveryPermission;
import encore.infra.eventstore.mongo.MongoEventLog;
import encore.infra.eventstore.mongo.MongoHeadStore;
import encore.infra.eventstore.mongo.MongoKeyStore;
import encore.infra.eventstore.mongo.MongoMediaStore;
import encore.infra.eventstore.mongo.MongoProcessStores;
import encore.infra.eventstore.mongo.MongoSecretFingerprints;
import encore.infra.eventstore.mongo.MongoTokenStore;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.SqliteSecretFingerprints;
import encore.infra.eventstore.sqlite.SqliteTokenStore;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.sqlite.process.SqliteProcessStores;
import encore.infra.eventstore.verify.Witness;
import encore.infra.standalone.settings.DeliverySettings;
import encore.infra.standalone.settings.NodeSettings;
import encore.infra.standalone.settings.StorageSettings;
import encore.infra.views.mongo.MongoViews;
import encore.infra.views.sqlite.SqliteViews;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Opens the log and the stores beside it, in the data directory or on the configured MongoDB. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({StorageSettings.class, DeliverySettings.class})
public class LogStoreConfiguration {

    @Bean(destroyMethod = "close")
    EventLog eventLog(StorageSettings storageSettings, NodeSettings node) {
        String mongo = node.mongo();
        return mongo == null
                ? SqliteEventLog.openChecked(
                        storageSettings.data(),
                        () -> witnesses(SqliteViews.positions(storageSettings.data())),
                        storageSettings.clockAhead())
                : DatabaseWait.open(() -> MongoEventLog.openChecked(
                        mongo, () -> witnesses(MongoViews.positions(mongo)), storageSettings.clockAhead()));
    }

    /** Views follow the log. A view with a higher position than the log's end shows that events are missing. */
    private static List<Witness> witnesses(Map<?, Long> positions) {
        return positions.entrySet().stream()
                .map(view -> new Witness("the view " + view.getKey(), view.getValue()))
                .toList();
    }

    /** Opens after the log, whose lock covers the whole directory. */
    @Bean(destroyMethod = "close")
    KeyStore keyStore(EventLog log, StorageSettings storageSettings, NodeSettings node) {
        Path masterKey = storageSettings.masterKey();
        return switch (log) {
            case SqliteEventLog embedded ->
                SqliteKeyStore.open(storageSettings.data(), masterKey, new SqliteSecretFingerprints(embedded));
            case MongoEventLog shared ->
                DatabaseWait.open(() -> MongoKeyStore.open(
                        Objects.requireNonNull(node.mongo()), masterKey, new MongoSecretFingerprints(shared)));
            default -> throw new IllegalStateException("There is no key store for " + log.getClass());
        };
    }

    @Bean
    RecordMemoryLimit recordMemory(StorageSettings storageSettings) {
        return storageSettings.recordMemory() == null
                ? RecordMemoryLimit.defaultLimit()
                : new RecordMemoryLimit(storageSettings.recordMemory().toBytes());
    }

    @Bean
    TokenStore tokenStore(EventLog log) {
        return switch (log) {
            case SqliteEventLog embedded -> new SqliteTokenStore(embedded);
            case MongoEventLog shared -> new MongoTokenStore(shared);
            default -> throw new IllegalStateException("There is no token store for " + log.getClass());
        };
    }

    @Bean
    DeliveryHold deliveryHold(
            EventLog log, TokenStore tokenStore, StorageSettings storageSettings, DeliverySettings deliverySettings) {
        return DeliveryHold.open(
                log instanceof MongoEventLog shared
                        ? new MongoDeliveryPermission(shared)
                        : FileDeliveryPermission.in(storageSettings.data()),
                tokenStore,
                deliverySettings.deliveries());
    }

    @Bean
    HeadStore headStore(EventLog log, StorageSettings storageSettings) {
        return log instanceof MongoEventLog shared
                ? new MongoHeadStore(shared)
                : FileHeadStore.in(storageSettings.data());
    }

    @Bean(destroyMethod = "close")
    MediaStore mediaStore(EventLog log, StorageSettings storageSettings) {
        return log instanceof MongoEventLog shared
                ? new MongoMediaStore(shared)
                : FileMediaStore.in(storageSettings.data());
    }

    @Bean(destroyMethod = "close")
    ProcessStores processStores(EventLog log, StorageSettings storageSettings, NodeSettings node) {
        return log instanceof MongoEventLog shared
                ? new MongoProcessStores(shared, node.node())
                : new SqliteProcessStores(storageSettings.data(), log);
    }
}
