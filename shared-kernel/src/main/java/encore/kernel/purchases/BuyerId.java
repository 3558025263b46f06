package encore.kernel.purchases;

import com.fasterxml.jackson.annotation.JsonCreator;
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
public record BuyerId(long account, String uid, @Nullable String renewal) implements StreamId {

    private static final String KIND = "buyer";
    private static final int PARTS = 4;

    @JsonCreator
    public static BuyerId parse(String text) {
        String[] parts = text.split("\\.", PARTS);
        if (parts.length < PARTS - 1 || !parts[0].equals(KIND)) {
            throw new IllegalArgumentException("Not a " + KIND + " id");
        }
        return new BuyerId(Long.parseLong(parts[1]), parts[2], parts.length == PARTS ? parts[PARTS - 1] : null);
    }

    /** Returns the purchase whose buyer this is. */
    public PurchaseId purchase() {
        return new PurchaseId(account, uid);
    }

    @Override
    public String toString() {
        return KIND + "." + account + "." + uid + (renewal == null ? "" : "." + renewal);
    }
}
