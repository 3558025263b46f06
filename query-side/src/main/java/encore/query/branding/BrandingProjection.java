package encore.query.branding;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.branding.Branding;
import encore.kernel.branding.BrandingEvent.BrandingChanged;
import encore.kernel.branding.BrandingEvent.BrandingCleared;
import encore.kernel.branding.BrandingId;
import encore.kernel.branding.BrandingQuery.FindBranding;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the branding of each account. */
@Component
class BrandingProjection implements Projection {

    private static final Collection<Branding> BRANDINGS = Collection.of("branding", Branding.class);

    @Override
    public Views.Shape shape() {
        return new Views.Shape("branding", List.of(BRANDINGS));
    }

    @EventHandler
    void on(BrandingChanged event, Documents.Batch documents) {
        String key = event.branding().toString();
        Branding before = documents.get(BRANDINGS, key);
        documents.put(BRANDINGS, key, event.patch().applyTo(before == null ? Branding.EMPTY : before));
    }

    @EventHandler
    void on(BrandingCleared event, Documents.Batch documents) {
        documents.remove(BRANDINGS, event.branding().toString());
    }

    @QueryHandler
    Branding find(FindBranding query, Documents documents) {
        Branding found = documents.get(BRANDINGS, new BrandingId(query.account()).toString());
        return found == null ? Branding.EMPTY : found;
    }
}
