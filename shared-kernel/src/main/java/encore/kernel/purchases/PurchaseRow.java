package encore.kernel.purchases;

import org.jspecify.annotations.Nullable;

/**
 * The positions of a purchase in the log, and the values that it is looked up by. All other data, and all personal
 * data, is in the log only.
 *
 * @param position the position of the event that recorded it
 * @param told the position of the last event with its data
 * @param day the day of its order, counted from 1970
 * @param month the month of its order, counted from 1970
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
