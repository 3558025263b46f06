package encore.kernel.purchases;

import encore.kernel.StreamId;

/** The stream of one purchase; prints as {@code purchase.<account>.<uid>}. Shops name a purchase by its key instead. */
@StreamId.Kind("purchase")
public record PurchaseId(long account, String uid) implements StreamId {

    /** Returns the id of the buyer while no fan is known. */
    public BuyerId buyer() {
        return new BuyerId(account, uid, null);
    }

    /**
     * Returns the buyer under a new key. A key is made only once under each name: an earlier key may be destroyed, or
     * come back with a backup.
     */
    public BuyerId buyer(String renewal) {
        return new BuyerId(account, uid, renewal);
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
