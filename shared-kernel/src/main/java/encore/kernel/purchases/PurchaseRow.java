package encore.kernel.purchases;

import org.jspecify.annotations.Nullable;

/**
 * Where a purchase stands in the log, and what it is looked for by. All else, and all that is personal, is in the log
 * alone.
 *
 * @param position of the event that recorded it
 * @param told the position of the event that says how it is now
 * @param day of its order, counted from 1970
 * @param month of its order, counted from 1970
 */
public record PurchaseRow(
        long account,
        long position,
        long told,
        @Nullable Long fanId,
        String network,
        int day,
        int month,
        @Nullable String productName,
        @Nullable String merchantKey,
        @Nullable String locationKey) {}
