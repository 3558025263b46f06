package encore.query.trackers.domains;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.trackers.domains.TrackerDomain;
import encore.kernel.trackers.domains.TrackerDomainEvent.TrackerDomainAdded;
import encore.kernel.trackers.domains.TrackerDomainEvent.TrackerDomainRemoved;
import encore.kernel.trackers.domains.TrackerDomainQuery.FindTrackerDomain;
import encore.kernel.trackers.domains.TrackerDomainQuery.FindTrackerDomains;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the domains that accounts add for their trackers. */
@Component
class TrackerDomainsProjection implements Projection {

    private static final Catalogue<TrackerDomain> DOMAINS = Catalogue.of("domains", TrackerDomain.class);

    @Override
    public Views.Shape shape() {
        return new Views.Shape("tracker_domains", List.of(DOMAINS.collection()));
    }

    @EventHandler
    void on(TrackerDomainAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        DOMAINS.add(
                event.domain(), new TrackerDomain(event.virtualDomain(), recordedEvent.at()), recordedEvent, documents);
    }

    @EventHandler
    void on(TrackerDomainRemoved event, Documents.Batch documents) {
        DOMAINS.remove(event.domain(), documents);
    }

    @QueryHandler
    List<TrackerDomain> find(FindTrackerDomains query, Documents documents) {
        return DOMAINS.all(query.account(), documents)
                .map(CatalogueEntry::thing)
                .toList();
    }

    @QueryHandler
    TrackerDomain find(FindTrackerDomain query, Documents documents) {
        return DOMAINS.all(query.account(), documents)
                .map(CatalogueEntry::thing)
                .filter(domain -> domain.virtualDomain().equals(query.virtualDomain()))
                .findFirst()
                .orElseThrow(() -> Refusal.unknown("No such domain was added."));
    }
}
