package encore.query.branding;

import encore.kernel.branding.Branding;
import encore.kernel.branding.BrandingQuery.FindBranding;
import encore.kernel.branding.BrandingQuery.FindLegalTexts;
import encore.kernel.branding.LegalTexts;
import encore.kernel.businesses.BusinessQuery.RequireBusiness;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
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
        return LegalTexts.of(
                branding,
                businessId == null ? null : queryGateway.ask(new RequireBusiness(query.account(), businessId, false)));
    }
}
