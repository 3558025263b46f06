package encore.infra.standalone;

import encore.infra.eventstore.log.EventLog;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What projections keep, in the data directory: each query node follows the log itself. */
@Configuration(proxyBeanMethods = false)
class ViewStores {

    @Bean(destroyMethod = "close")
    Views views(EventLog log, Settings settings) {
        return SqliteViews.open(settings.data());
    }
}
