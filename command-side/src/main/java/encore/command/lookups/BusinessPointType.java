package encore.command.lookups;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.accounts.AccountId;
import encore.kernel.businesses.BusinessCommand.ReadBusinessPoints;
import encore.kernel.businesses.BusinessId;
import org.jspecify.annotations.Nullable;

/** Finds the point type by which the points of a business are counted. */
public final class BusinessPointType {

    private BusinessPointType() {}

    /**
     * Returns the point_uid of the business, else the default one of the account. It may ask with one step.
     *
     * @param businessId null for a thing without a business; a removed business has no point type either
     */
    public static String find(long account, @Nullable Long businessId, Streams streams, Dispatch dispatch) {
        String own = businessId == null ? null : find(new BusinessId(account, businessId), streams, dispatch);
        if (own != null) {
            return own;
        }
        AccountOpened opened = streams.firstEvent(new AccountId(account), AccountOpened.class);
        if (opened == null) {
            throw Refusal.unknown("The account does not exist.");
        }
        return opened.defaultPointUid();
    }

    private static @Nullable String find(BusinessId business, Streams streams, Dispatch dispatch) {
        return streams.isOpen(business)
                ? dispatch.send(new ReadBusinessPoints(business)).pointUid()
                : null;
    }
}
