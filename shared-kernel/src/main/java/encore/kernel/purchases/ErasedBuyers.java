package encore.kernel.purchases;

import java.util.List;

/**
 * The answer to an erasure of buyers.
 *
 * @param purchaseKeys the keys of the purchases whose buyers are erased
 */
public record ErasedBuyers(List<String> purchaseKeys) {
    public ErasedBuyers {
        purchaseKeys = List.copyOf(purchaseKeys);
    }
}
