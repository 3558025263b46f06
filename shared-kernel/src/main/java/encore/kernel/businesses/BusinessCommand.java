package encore.kernel.businesses;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.businesses.BusinessQuery.FindManagedBusiness;

/** Everything that can be asked of a business; what changes it answers which one it was about. */
public sealed interface BusinessCommand<R> extends Command<R> {

    BusinessId business();

    @Override
    default BusinessId stream() {
        return business();
    }

    /** Saves a business. Who opted in is not known where it is decided. */
    sealed interface SaveBusiness
            extends BusinessCommand<SavedBusiness>, Command.Save<SavedBusiness, Business.Counted> {
        @Override
        default FindManagedBusiness record(SavedBusiness saved) {
            return new FindManagedBusiness(business().account(), saved.businessId());
        }
    }

    /** Adds a business. Its number was minted before the command, and it has a name. */
    record AddBusiness(BusinessId business, BusinessDetails details) implements SaveBusiness {}

    /** Changes a business, whose name cannot be cleared. The number stood in the path. */
    record ChangeBusiness(BusinessId business, Patch<BusinessDetails> change) implements SaveBusiness {}

    /** Takes a business away. Who opted in may still opt out. The number stood in the path. */
    record RemoveBusiness(BusinessId business) implements BusinessCommand<SavedBusiness> {}

    /** Asks which points it gives, for a decision of another feature; nothing happens. */
    record TellBusinessPoints(BusinessId business) implements BusinessCommand<Business.Points> {}
}
