package encore.infra.standalone;

import encore.infra.backend.Backend;
import encore.infra.backend.CommandSide;
import encore.infra.backend.DirectBackend;
import encore.infra.backend.QuerySide;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.KeyStore;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.SqliteKeyStore;
import encore.infra.eventstore.sqlite.SqliteTokenStore;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The embedded stores in the data directory, and the direct way between the sides. */
@Configuration(proxyBeanMethods = false)
class StoresConfiguration {

    @Bean
    SqliteEventLog eventLog(Settings settings) {
        return SqliteEventLog.open(settings.data());
    }

    /** After the log: its lock holds for the whole directory. */
    @Bean
    KeyStore keyStore(EventLog log, Settings settings) {
        return SqliteKeyStore.open(settings.data());
    }

    @Bean
    TokenStore tokenStore(SqliteEventLog log) {
        return new SqliteTokenStore(log);
    }

    @Bean
    Views views(EventLog log, Settings settings) {
        return SqliteViews.open(settings.data());
    }

    @Bean
    Backend backend(CommandSide commands, QuerySide queries) {
        return new DirectBackend(commands, queries);
    }
}
