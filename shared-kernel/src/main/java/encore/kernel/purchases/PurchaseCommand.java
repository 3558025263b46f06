package encore.kernel.purchases;

import encore.kernel.Command;
import encore.kernel.fans.FanId;
import encore.kernel.names.KeySpelling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands that record purchases and erase their buyers. Contacts are normalised before they enter a command. */
public sealed interface PurchaseCommand<R> extends Command<R> {

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
            implements PurchaseCommand<RecordedPurchase> {

        /** Returns this purchase with its key as we spell it. */
        public RecordPurchase respelled() {
            var respelled = PurchaseDetailsBuilder.builder(details)
                    .purchaseKey(KeySpelling.ofKey(details.purchaseKey()))
                    .build();
            return new RecordPurchase(purchase, fan, respelled, purchaser);
        }
    }

    /**
     * Records a purchase with a new key.
     *
     * @param fan the buyer; null when no fan is known
     */
    record AddPurchase(PurchaseId purchase, @Nullable FanId fan, PurchaseDetails details, Purchaser purchaser)
            implements PurchaseCommand<RecordedPurchase>, Command.NewStream {}

    /**
     * Changes a purchase that comes again. Missing components stay as they are.
     *
     * @param fan the fan that was found for it now; null when none was looked for, or found
     * @param renewal names the key that is made if the buyer has no key that can be read; unique
     */
    record RepeatPurchase(
            PurchaseId purchase, @Nullable FanId fan, PurchaseDetails details, Purchaser purchaser, String renewal)
            implements PurchaseCommand<RecordedPurchase> {}

    /** Records a purchase like {@link RecordPurchase}, and refuses a key that is known. */
    record RecordNewPurchase(RecordPurchase sent) implements PurchaseCommand<RecordedPurchase> {
        @Override
        public PurchaseId purchase() {
            return sent.purchase();
        }
    }

    /** Answers whether a purchase that comes again would change nothing. It changes nothing itself. */
    record ReadRepeatedPurchase(PurchaseId purchase, PurchaseDetails details, Purchaser purchaser)
            implements PurchaseCommand<RepeatedPurchase> {}

    /** Erases the buyer of a purchase without a fan. Nothing happens to a purchase with a fan. */
    record EraseBuyer(PurchaseId purchase) implements PurchaseCommand<ErasedBuyer> {}

    /**
     * Erases the buyer of the purchase with a key. An unknown purchase and one with a fan are refused.
     *
     * @param purchase unused; a uid as for a new purchase
     */
    record EraseBuyerOfPurchase(PurchaseId purchase, String network, String purchaseKey)
            implements PurchaseCommand<ErasedBuyers> {}

    /**
     * Erases the buyers of purchases that have the same customer key.
     *
     * @param purchase unused; a uid as for a new purchase
     * @param purchaseKeys the keys of the purchases that the caller found; those with a fan stay as they are
     */
    record EraseBuyersOfCustomer(PurchaseId purchase, String network, List<String> purchaseKeys)
            implements PurchaseCommand<ErasedBuyers> {
        public EraseBuyersOfCustomer {
            purchaseKeys = List.copyOf(purchaseKeys);
        }
    }
}
