package encore.kernel.purchases;

import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a purchase. */
public sealed interface PurchaseEvent extends Event {

    /** What a purchase is from then on, whole: whoever reads the last one knows it. */
    sealed interface Told extends PurchaseEvent {

        PurchaseId purchase();

        @Nullable
        FanId fan();

        PurchaseDetails details();

        Purchaser purchaser();

        /** The fan, or else who would be one: what is personal goes with whoever has it now. */
        @Override
        default StreamId subject() {
            FanId fan = fan();
            return fan == null ? purchase().buyer() : fan;
        }
    }

    /**
     * Somebody bought something.
     *
     * @param fan null while no fan is known to have
     */
    @Revision("1")
    record PurchaseRecorded(PurchaseId purchase, @Nullable FanId fan, PurchaseDetails details, Purchaser purchaser)
            implements Told {}

    /** It was told otherwise, or of somebody else. */
    @Revision("1")
    record PurchaseChanged(PurchaseId purchase, @Nullable FanId fan, PurchaseDetails details, Purchaser purchaser)
            implements Told {}

    /** The buyer turned out to be a fan: what was said of him before goes, and is the fan's from now on. */
    @Revision("1")
    record BuyerFound(BuyerId buyer) implements PurchaseEvent, Event.Ending {
        @Override
        public BuyerId subject() {
            return buyer;
        }
    }
}
