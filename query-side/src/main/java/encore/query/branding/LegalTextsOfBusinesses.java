package encore.query.branding;

import encore.kernel.Refusal;
import encore.kernel.branding.Branding;
import encore.kernel.branding.BrandingQuery.FindBranding;
import encore.kernel.branding.BrandingQuery.FindLegalTexts;
import encore.kernel.branding.LegalTexts;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessQuery.FindBusinesses;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Finds the legal texts of a business, with those of the branding in place of the texts that it lacks. */
@Component
class LegalTextsOfBusinesses implements QueryComponent {

    private final QueryGateway queryGateway;

    LegalTextsOfBusinesses(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    LegalTexts find(FindLegalTexts query) {
        Branding branding = queryGateway.ask(new FindBranding(query.account()));
        Long businessId = query.businessId();
        return LegalTexts.of(branding, businessId == null ? null : business(query.account(), businessId));
    }

    private Business business(long account, long businessId) {
        List<Business> found = queryGateway.ask(new FindBusinesses(account, List.of(businessId)));
        if (found.isEmpty()) {
            throw new Refusal(Refusal.Kind.RULE, "unknown-id", "business_id", "There is no such business_id.");
        }
        return found.getFirst();
    }
}
