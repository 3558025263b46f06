package encore.kernel.purchases;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.Days;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about purchases. */
public sealed interface PurchaseQuery<R> extends Query<R> {

    /**
     * The criteria of a list of purchases.
     *
     * @param days the days of the orders, both given
     * @param productName a part of the name, in any case
     */
    @RecordBuilder
    record PurchaseSelection(
            String network,
            Days days,
            @Nullable String productName,
            @Nullable String merchantKey,
            @Nullable String locationKey) {}

    /** Purchases on a network, in the order they were recorded. */
    record FindPurchases(long account, PurchaseSelection selection, Paging.NextKey paging)
            implements PurchaseQuery<Page<Purchase>> {}

    /** The positions of purchases on a network in the log, in the order they were recorded. */
    record FindPurchaseRows(long account, PurchaseSelection selection, Paging.NextKey paging)
            implements PurchaseQuery<Page<PurchaseRow>> {}

    /** A fan's purchases, in the order they were recorded. */
    record FindPurchasesOfFan(long account, long fanId, Paging.NextKey paging)
            implements PurchaseQuery<Page<Purchase>> {}

    /** The positions of a fan's purchases in the log, in the order they were recorded. */
    record FindPurchaseRowsOfFan(long account, long fanId, Paging.NextKey paging)
            implements PurchaseQuery<Page<PurchaseRow>> {}

    /**
     * Purchases on a network that have no fan and this customer key, in the order they were recorded. A page may be empty
     * although more follow: it reads as many purchases as the paging says.
     */
    record FindPurchasesOfCustomer(long account, String network, String customerKey, Paging.NextKey paging)
            implements PurchaseQuery<Page<Purchase>> {}

    /** The positions of purchases on a network in the log, without those that have a fan. A page may be empty too. */
    record FindPurchaseRowsWithoutFan(long account, String network, Paging.NextKey paging)
            implements PurchaseQuery<Page<PurchaseRow>> {}
}
