package encore.query.businesses;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessDetails;
import encore.kernel.businesses.BusinessEvent.BusinessAdded;
import encore.kernel.businesses.BusinessEvent.BusinessChanged;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.businesses.BusinessId;
import encore.kernel.businesses.BusinessQuery.CountMembers;
import encore.kernel.businesses.BusinessQuery.FindBusiness;
import encore.kernel.businesses.BusinessQuery.FindBusinessPoints;
import encore.kernel.businesses.BusinessQuery.FindBusinesses;
import encore.kernel.businesses.BusinessQuery.FindManagedBusiness;
import encore.kernel.businesses.BusinessQuery.FindNamelessMembers;
import encore.kernel.businesses.BusinessQuery.ListBusinesses;
import encore.kernel.businesses.BusinessQuery.ListManagedBusinesses;
import encore.kernel.businesses.BusinessQuery.MemberCounts;
import encore.kernel.businesses.BusinessQuery.RequireBusiness;
import encore.kernel.businesses.Member;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.paging.Page;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the businesses of each account, and the fans that opted in to them. */
@Component
class BusinessesProjection implements Projection {

    private static final Catalogue<StoredBusiness> BUSINESSES =
            Catalogue.of("businesses", StoredBusiness.class).foundByName(BusinessId.class);

    /** A business with all its changes applied. */
    record StoredBusiness(long businessId, BusinessDetails details) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape(
                "businesses",
                List.of(BUSINESSES.collection(), BusinessMembers.BY_BUSINESS, BusinessMembers.BY_FAN.collection()));
    }

    @EventHandler
    void on(BusinessAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        BusinessId id = event.business();
        BUSINESSES.add(id, new StoredBusiness(id.number(), event.details()), recordedEvent, documents);
    }

    @EventHandler
    void on(BusinessChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        BUSINESSES.change(
                event.business(),
                before -> new StoredBusiness(before.businessId(), event.patch().applyTo(before.details())),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(BusinessRemoved event, Documents.Batch documents) {
        BUSINESSES.remove(event.business(), documents);
    }

    @WithoutPersonalData
    @EventHandler
    void on(FanRegistered event, RecordedEvent recordedEvent, Documents.Batch documents) {
        BusinessMembers.change(event.fan(), event.consent().optedInBusinesses(), List.of(), recordedEvent, documents);
    }

    @WithoutPersonalData
    @EventHandler
    void on(FanConsentChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        BusinessMembers.change(
                event.fan(),
                event.changes().optedInBusinesses(),
                event.changes().optedOutBusinesses(),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        BusinessMembers.removeFan(event.fan(), documents);
    }

    @QueryHandler
    Page<Business> find(ListBusinesses query, Documents documents) {
        return BUSINESSES.page(query.account(), query.paging(), documents).map(catalogueEntry -> {
            StoredBusiness business = catalogueEntry.thing();
            return Business.of(business.businessId(), business.details());
        });
    }

    @QueryHandler
    Page<Business.Managed> find(ListManagedBusinesses query, Documents documents) {
        return BUSINESSES.page(query.account(), query.paging(), documents).map(catalogueEntry -> {
            StoredBusiness business = catalogueEntry.thing();
            return new Business.Managed(business.businessId(), business.details());
        });
    }

    @QueryHandler
    Business.Single find(FindBusiness query, Documents documents) {
        return Business.Single.of(query.businessId(), details(query.account(), query.businessId(), documents));
    }

    @QueryHandler
    Business find(RequireBusiness query, Documents documents) {
        CatalogueEntry<StoredBusiness> found =
                BUSINESSES.get(new BusinessId(query.account(), query.businessId()), documents);
        if (found == null) {
            throw query.isInPath() ? Refusal.unknown("There is no such business.") : Refusal.unknownId("business_id");
        }
        return Business.of(query.businessId(), found.thing().details());
    }

    @QueryHandler
    List<Business> find(FindBusinesses query, Documents documents) {
        List<BusinessId> ids = query.businessIds().stream()
                .map(number -> new BusinessId(query.account(), number))
                .toList();
        return BUSINESSES.some(ids, documents).stream()
                .map(catalogueEntry -> Business.of(
                        catalogueEntry.thing().businessId(),
                        catalogueEntry.thing().details()))
                .toList();
    }

    @QueryHandler
    Business.ManagedSingle find(FindManagedBusiness query, Documents documents) {
        return new Business.ManagedSingle(
                query.businessId(),
                details(query.account(), query.businessId(), documents),
                BusinessMembers.count(new BusinessId(query.account(), query.businessId()), documents));
    }

    @QueryHandler
    Business.Points find(FindBusinessPoints query, Documents documents) {
        CatalogueEntry<StoredBusiness> found =
                BUSINESSES.get(new BusinessId(query.account(), query.businessId()), documents);
        return new Business.Points(
                found == null ? null : found.thing().details().pointUid());
    }

    @QueryHandler
    MemberCounts find(CountMembers query, Documents documents) {
        var business = new BusinessId(query.account(), query.businessId());
        return new MemberCounts(
                BusinessMembers.count(business, documents),
                BusinessMembers.countNew(business, query.days(), documents));
    }

    @QueryHandler
    Page<Member> find(FindNamelessMembers query, Documents documents) {
        var business = new BusinessId(query.account(), query.businessId());
        BUSINESSES.one(business, documents);
        return BusinessMembers.page(business, query.paging(), documents);
    }

    private static BusinessDetails details(long account, long businessId, Documents documents) {
        return BUSINESSES
                .one(new BusinessId(account, businessId), documents)
                .thing()
                .details();
    }
}
