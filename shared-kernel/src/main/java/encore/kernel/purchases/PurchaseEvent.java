package encore.kernel.purchases;

import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;
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

        /** Returns the buyer under whose key the data is encrypted without a fan; null for the purchase's first buyer. */
        default @Nullable BuyerId buyer() {
            return null;
        }

        /** Returns the fan, or the buyer while there is no fan. Personal data is erased together with it. */
        @Override
        default StreamId subject() {
            FanId fan = fan();
            BuyerId buyer = buyer();
            if (fan != null) {
                return fan;
            }
            return buyer == null ? purchase().buyer() : buyer;
        }
    }

    /**
     * A purchase was recorded.
     *
     * @param fan the buyer; null while no fan is known
     */
    @Revision("1")
    record PurchaseRecorded(
            PurchaseId purchase,
            @PublishedValue @Nullable FanId fan,
            @PublishedValue PurchaseDetails details,
            Purchaser purchaser)
            implements PurchaseState {}

    /**
     * The data or the buyer of a purchase changed.
     *
     * @param buyer null with a fan, for the purchase's first buyer, and in revision 1
     */
    @Revision("2")
    record PurchaseChanged(
            PurchaseId purchase,
            @PublishedValue @Nullable FanId fan,
            @PublishedValue PurchaseDetails details,
            Purchaser purchaser,
            @Nullable BuyerId buyer)
            implements PurchaseState {}

    /**
     * The buyer was found to be a fan. The key of the buyer is destroyed; from now on the data is encrypted under the
     * fan's key.
     *
     * @param fan null in revision 1
     */
    @Revision("2")
    record BuyerFound(
            BuyerId buyer, @PublishedValue @Nullable FanId fan) implements PurchaseEvent, Event.FinalEvent {
        @Override
        public BuyerId subject() {
            return buyer;
        }

        @Override
        public boolean erases() {
            return false;
        }

        @Override
        public @Nullable FanId successor() {
            return fan;
        }
    }

    /** The buyer of a purchase without a fan was erased. The purchase keeps its key and its amounts. */
    @Revision("1")
    record BuyerErased(BuyerId buyer) implements PurchaseEvent, Event.FinalEvent, Event.ManagementAction {
        @Override
        public BuyerId subject() {
            return buyer;
        }

        @Override
        public String target() {
            return buyer.toString();
        }
    }
}
