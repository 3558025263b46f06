package encore.kernel.purchases;

import encore.kernel.Command;
import encore.kernel.fans.FanId;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of purchases: to record them. Contacts are normalised before they enter a command. */
public sealed interface PurchaseCommand extends Command<RecordedPurchase> {

    /** With a uid minted before the command. */
    PurchaseId purchase();

    @Override
    default PurchaseId stream() {
        return purchase();
    }

    /**
     * Records a purchase, or changes the one that has its key (spec 2, 4: POST /v1/crm/purchases).
     *
     * @param fan minted before the command, for the case that there is none yet
     * @param details with network and purchase key
     */
    record RecordPurchase(PurchaseId purchase, FanId fan, PurchaseDetails details, Purchaser purchaser)
            implements PurchaseCommand {}

    /**
     * Records one whose key is new.
     *
     * @param fan who bought it, as far as is known
     */
    record AddPurchase(PurchaseId purchase, @Nullable FanId fan, PurchaseDetails details, Purchaser purchaser)
            implements PurchaseCommand, Command.Beginning {}

    /**
     * Changes one that is told again. What is not said stays.
     *
     * @param fan whom it is found to be of now; null while nobody was looked for, or found
     */
    record RepeatPurchase(PurchaseId purchase, @Nullable FanId fan, PurchaseDetails details, Purchaser purchaser)
            implements PurchaseCommand {}
}
