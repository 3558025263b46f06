package encore.kernel.purchases;

import encore.kernel.Days;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about purchases. */
public sealed interface PurchaseQuery<R> extends Query<R> {

    /**
     * What an account's purchases must be to be wanted.
     *
     * @param days of their orders, both given
     * @param productName a part of it, in any case
     */
    record Wanted(
            String network,
            Days days,
            @Nullable String productName,
            @Nullable String merchantKey,
            @Nullable String locationKey) {}

    /** Purchases on a network in the order that they were recorded. */
    record FindPurchases(long account, Wanted wanted, Paging.NextKey paging) implements PurchaseQuery<Page<Purchase>> {}

    /** Where they stand in the log. */
    record FindPurchaseRows(long account, Wanted wanted, Paging.NextKey paging)
            implements PurchaseQuery<Page<PurchaseRow>> {}

    /** A fan's purchases in the order that they were recorded. */
    record FindPurchasesOfFan(long account, long fanId, Paging.NextKey paging)
            implements PurchaseQuery<Page<Purchase>> {}

    /** Where a fan's purchases stand in the log. */
    record FindPurchaseRowsOfFan(long account, long fanId, Paging.NextKey paging)
            implements PurchaseQuery<Page<PurchaseRow>> {}
}
