package encore.query.loginsettings;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.loginsettings.LoginSettings;
import encore.kernel.loginsettings.LoginSettingsEvent.LoginSettingsChanged;
import encore.kernel.loginsettings.LoginSettingsId;
import encore.kernel.loginsettings.LoginSettingsQuery.FindLoginSettings;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the login settings of each account. */
@Component
class LoginSettingsProjection implements Projection {

    private static final Collection<LoginSettings> SETTINGS = Collection.of("login_settings", LoginSettings.class);

    @Override
    public Views.Shape shape() {
        return new Views.Shape("login_settings", List.of(SETTINGS));
    }

    @EventHandler
    void on(LoginSettingsChanged event, Documents.Batch documents) {
        documents.put(SETTINGS, event.settings().toString(), event.all());
    }

    @QueryHandler
    LoginSettings find(FindLoginSettings query, Documents documents) {
        LoginSettings found = documents.get(SETTINGS, new LoginSettingsId(query.account()).toString());
        return found == null ? LoginSettings.DEFAULT : found.withDefaults();
    }
}
