package encore.query.lists;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Event;
import encore.kernel.Query;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.lists.ListEvent;
import encore.kernel.lists.ListItem;
import encore.kernel.lists.ListQuery;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.DeclaredHandler;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.List;

/** Keeps the lists of one kind, by their declaration. */
final class ListProjection<T extends ListItem> implements Projection {

    private final DeclaredList<T> declared;
    private final Catalogue<T> items;
    private final QueryGateway queryGateway;

    ListProjection(DeclaredList<T> declared, QueryGateway queryGateway) {
        this.declared = declared;
        this.items = Catalogue.ofLists(declared.view().collection(), declared.item());
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape(declared.view().name(), List.of(items.collection()));
    }

    @Override
    public List<DeclaredHandler> declaredHandlers() {
        return List.of(
                new DeclaredHandler.OfEvents(declared.events(), this::on),
                new DeclaredHandler.OfQuery(declared.all(), this::findAll),
                new DeclaredHandler.OfQuery(declared.one(), this::findOne));
    }

    @SuppressWarnings("unchecked") // The declaration has the events of its item alone.
    private void on(Event event, RecordedEvent recordedEvent, Documents.Batch documents) {
        items.fold((ListEvent<T>) event, recordedEvent, documents);
    }

    Object findAll(Query<?> query, Documents documents) {
        var all = (ListQuery.All<?>) query;
        theShowExists(all);
        return items.all(all.list(), documents).map(CatalogueEntry::thing).toList();
    }

    Object findOne(Query<?> query, Documents documents) {
        var one = (ListQuery.One<?>) query;
        theShowExists(one);
        return items.one(one.list(), one.key(), documents).thing();
    }

    private void theShowExists(ListQuery<?> query) {
        if (query instanceof ListQuery.OfShow<?> ofShow) {
            CampaignId campaign = ofShow.campaign();
            queryGateway
                    .ask(new FindCampaign(campaign.account(), campaign.number()))
                    .appType()
                    .mustHaveShow();
        }
    }
}
