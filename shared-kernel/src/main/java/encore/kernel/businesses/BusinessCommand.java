package encore.kernel.businesses;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.businesses.BusinessQuery.FindManagedBusiness;
import encore.kernel.names.StoredName;

/** The commands of a business. Those that change it answer its id. */
public sealed interface BusinessCommand<R> extends Command<R> {

    BusinessId business();

    @Override
    default BusinessId stream() {
        return business();
    }

    /** Saves a business. Who opted in is not known where it is decided. */
    sealed interface SaveBusiness
            extends BusinessCommand<SavedBusiness>, Command.Save<SavedBusiness, Business.ManagedSingle> {
        @Override
        default FindManagedBusiness record(SavedBusiness saved) {
            return new FindManagedBusiness(business().account(), saved.businessId());
        }
    }

    /** Adds a business. Its number is generated before the command; the details have a name. */
    record AddBusiness(BusinessId business, BusinessDetails details) implements SaveBusiness {}

    /**
     * Changes a business. Its name cannot be cleared. The path names the business, so an unknown one is refused as
     * unknown.
     */
    record ChangeBusiness(BusinessId business, Patch<BusinessDetails> change) implements SaveBusiness {}

    /**
     * Removes a business. Its members may still opt out. The path names the business, so an unknown one is refused as
     * unknown.
     */
    record RemoveBusiness(BusinessId business) implements BusinessCommand<SavedBusiness> {}

    /** Answers the point type of a business for a decision of another feature. It changes nothing. */
    @StoredName("TellBusinessPoints")
    record ReadBusinessPoints(BusinessId business) implements BusinessCommand<Business.Points> {}
}
