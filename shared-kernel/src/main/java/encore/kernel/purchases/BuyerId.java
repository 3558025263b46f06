package encore.kernel.purchases;

import encore.kernel.StreamId;
import org.jspecify.annotations.Nullable;

/**
 * The buyer of a purchase that has no fan yet; prints as {@code buyer.<account>.<uid>}, or as
 * {@code buyer.<account>.<uid>.<renewal>} with a renewed key. Until a fan is found, the buyer's data is encrypted under a
 * key of its own.
 *
 * @param uid the uid of the purchase
 * @param renewal the uid of a key that was made after the first one could have been lost; null for the first key
 */
@StreamId.Kind("buyer")
public record BuyerId(long account, String uid, @Nullable String renewal) implements StreamId {

    /** Returns the purchase whose buyer this is. */
    public PurchaseId purchase() {
        return new PurchaseId(account, uid);
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
