package encore.query.settings;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.settings.AccountSettings;
import encore.kernel.settings.AccountSettingsEvent.AccountSettingsChanged;
import encore.kernel.settings.AccountSettingsId;
import encore.kernel.settings.AccountSettingsQuery.FindAccountSettings;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the settings of each account. */
@Component
class AccountSettingsProjection implements Projection {

    private static final Collection<AccountSettings> SETTINGS =
            Collection.of("account_settings", AccountSettings.class);

    @Override
    public Views.Shape shape() {
        return new Views.Shape("account_settings", List.of(SETTINGS));
    }

    @EventHandler
    void on(AccountSettingsChanged event, Documents.Batch documents) {
        documents.put(SETTINGS, event.settings().toString(), event.all());
    }

    @QueryHandler
    AccountSettings find(FindAccountSettings query, Documents documents) {
        AccountSettings found = documents.get(SETTINGS, new AccountSettingsId(query.account()).toString());
        return found == null ? AccountSettings.DEFAULT : found.withDefaults();
    }
}
