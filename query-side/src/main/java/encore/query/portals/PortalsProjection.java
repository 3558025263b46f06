package encore.query.portals;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.portals.PortalEvent;
import encore.kernel.portals.PortalEvent.PortalChanged;
import encore.kernel.portals.PortalEvent.PortalCreated;
import encore.kernel.portals.PortalEvent.PortalDeleted;
import encore.kernel.portals.PortalEvent.PortalEmailsSet;
import encore.kernel.portals.PortalEvent.PortalOpened;
import encore.kernel.portals.PortalEvent.TemplateAdded;
import encore.kernel.portals.PortalId;
import encore.kernel.portals.PortalQuery.FindPortal;
import encore.kernel.portals.PortalQuery.FindPortals;
import encore.kernel.portals.PortalQuery.FindTemplate;
import encore.kernel.portals.PortalQuery.FindTemplates;
import encore.kernel.portals.PortalTemplate;
import encore.kernel.portals.TemplatePortal;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps template portals, and the templates of each portal in one document. */
@Component
class PortalsProjection implements Projection {

    private static final Catalogue<StoredPortal> PORTALS =
            Catalogue.of("portals", StoredPortal.class).foundByName(PortalId.class);
    private static final Collection<StoredTemplates> TEMPLATES = Collection.of("templates", StoredTemplates.class);

    /** The templates of a portal, oldest first. A rule bounds them. */
    record StoredTemplates(List<PortalTemplate> templates) {

        static final StoredTemplates NONE = new StoredTemplates(List.of());

        StoredTemplates with(PortalTemplate added) {
            List<PortalTemplate> all = new ArrayList<>(templates);
            all.removeIf(one -> one.templateUid().equals(added.templateUid()));
            all.add(added);
            return new StoredTemplates(all);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("portals", List.of(PORTALS.collection(), TEMPLATES));
    }

    @EventHandler
    void on(PortalCreated event, RecordedEvent recordedEvent, Documents.Batch documents) {
        StoredPortal created = StoredPortal.of(event.portal(), event.details(), event.passwordHash() != null);
        PORTALS.add(event.portal(), created, recordedEvent, documents);
    }

    @EventHandler
    void on(PortalChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        PORTALS.change(
                event.portal(),
                before -> before.with(event.details(), event.passwordHash() != null),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(PortalEmailsSet event, RecordedEvent recordedEvent, Documents.Batch documents) {
        List<String> emails = PortalEvent.emails(event.notificationEmails());
        PORTALS.change(event.portal(), before -> before.withEmails(emails), recordedEvent, documents);
    }

    @EventHandler
    void on(PortalOpened event, RecordedEvent recordedEvent, Documents.Batch documents) {
        PORTALS.change(event.portal(), before -> before.openedAt(recordedEvent.at()), recordedEvent, documents);
    }

    /** The name is missing when the portal was deleted since. */
    @EventHandler
    void on(TemplateAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        CatalogueEntry<StoredPortal> portal = PORTALS.get(event.portal(), documents);
        if (event.templateName() == null || portal == null) {
            return;
        }
        PortalTemplate added = new PortalTemplate(
                event.templateUid(),
                event.templateName(),
                event.performanceUid(),
                event.mediaUid(),
                recordedEvent.at());
        StoredTemplates templates = templates(event.portal(), documents).with(added);
        documents.put(TEMPLATES, event.portal().toString(), templates);
        long count = templates.templates().size();
        PORTALS.change(event.portal(), before -> before.withTemplates(count), recordedEvent, documents);
    }

    @EventHandler
    void on(PortalDeleted event, Documents.Batch documents) {
        PORTALS.remove(event.portal(), documents);
        documents.remove(TEMPLATES, event.portal().toString());
    }

    private static StoredTemplates templates(PortalId portal, Documents documents) {
        StoredTemplates known = documents.get(TEMPLATES, portal.toString());
        return known == null ? StoredTemplates.NONE : known;
    }

    @QueryHandler
    Page<TemplatePortal> find(FindPortals query, Documents documents) {
        return PORTALS.page(query.account(), query.paging(), documents).map(PortalsProjection::shown);
    }

    @QueryHandler
    TemplatePortal find(FindPortal query, Documents documents) {
        return shown(PORTALS.one(new PortalId(query.account(), query.portalUid()), documents));
    }

    @QueryHandler
    List<PortalTemplate> find(FindTemplates query, Documents documents) {
        PortalId portal = new PortalId(query.account(), query.portalUid());
        PORTALS.one(portal, documents);
        return templates(portal, documents).templates();
    }

    @QueryHandler
    PortalTemplate find(FindTemplate query, Documents documents) {
        return templates(new PortalId(query.account(), query.portalUid()), documents).templates().stream()
                .filter(one -> one.templateUid().equals(query.templateUid()))
                .findFirst()
                .orElseThrow(() -> Refusal.unknown("The portal has no such template."));
    }

    private static TemplatePortal shown(CatalogueEntry<StoredPortal> entry) {
        return entry.thing().shown(entry.account(), entry.createdAt());
    }
}
