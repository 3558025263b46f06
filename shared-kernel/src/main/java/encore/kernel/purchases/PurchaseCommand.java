package encore.kernel.purchases;

import encore.kernel.Command;
import encore.kernel.fans.FanId;
import org.jspecify.annotations.Nullable;

/** The commands that record purchases. Contacts are normalised before they enter a command. */
public sealed interface PurchaseCommand extends Command<RecordedPurchase> {

    /** Returns the stream of the purchase, whose uid is generated before the command. */
    PurchaseId purchase();

    @Override
    default PurchaseId stream() {
        return purchase();
    }

    /**
     * Records a purchase, or changes the one with its key (spec 2, 4: POST /v1/crm/purchases).
     *
     * @param fan the id for a new fan, generated before the command; unused when a fan has the contacts
     * @param details with network and purchase key
     */
    record RecordPurchase(PurchaseId purchase, FanId fan, PurchaseDetails details, Purchaser purchaser)
            implements PurchaseCommand {}

    /**
     * Records a purchase with a new key.
     *
     * @param fan the buyer; null when no fan is known
     */
    record AddPurchase(PurchaseId purchase, @Nullable FanId fan, PurchaseDetails details, Purchaser purchaser)
            implements PurchaseCommand, Command.NewStream {}

    /**
     * Changes a purchase that comes again. Missing components stay as they are.
     *
     * @param fan the fan that was found for it now; null when none was looked for, or found
     */
    record RepeatPurchase(PurchaseId purchase, @Nullable FanId fan, PurchaseDetails details, Purchaser purchaser)
            implements PurchaseCommand {}
}
