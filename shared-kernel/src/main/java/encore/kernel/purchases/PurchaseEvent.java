package encore.kernel.purchases;

import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a purchase. */
public sealed interface PurchaseEvent extends Event {

    /** An event with all data of a purchase. The last one alone describes the purchase. */
    sealed interface PurchaseState extends PurchaseEvent {

        PurchaseId purchase();

        @Nullable
        FanId fan();

        PurchaseDetails details();

        Purchaser purchaser();

        /** Returns the fan, or the buyer while there is no fan. Personal data is erased together with it. */
        @Override
        default StreamId subject() {
            FanId fan = fan();
            return fan == null ? purchase().buyer() : fan;
        }
    }

    /**
     * A purchase was recorded.
     *
     * @param fan the buyer; null while no fan is known
     */
    @Revision("1")
    record PurchaseRecorded(PurchaseId purchase, @Nullable FanId fan, PurchaseDetails details, Purchaser purchaser)
            implements PurchaseState {}

    /** The data or the buyer of a purchase changed. */
    @Revision("1")
    record PurchaseChanged(PurchaseId purchase, @Nullable FanId fan, PurchaseDetails details, Purchaser purchaser)
            implements PurchaseState {}

    /**
     * The buyer was found to be a fan. The key of the buyer is destroyed; from now on the data is encrypted under the
     * fan's key.
     */
    @Revision("1")
    record BuyerFound(BuyerId buyer) implements PurchaseEvent, Event.FinalEvent {
        @Override
        public BuyerId subject() {
            return buyer;
        }
    }
}
