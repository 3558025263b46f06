package encore.kernel.purchases;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The stream of one purchase; prints as {@code purchase.<account>.<uid>}. Shops name a purchase by its key instead. */
public record PurchaseId(long account, String uid) implements StreamId {

    @JsonCreator
    public static PurchaseId parse(String text) {
        String[] parts = StreamNames.split(text, "purchase", 3);
        return new PurchaseId(Long.parseLong(parts[1]), parts[2]);
    }

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
        return "purchase." + account + "." + uid;
    }
}
