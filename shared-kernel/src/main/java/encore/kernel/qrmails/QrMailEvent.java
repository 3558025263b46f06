package encore.kernel.qrmails;

import encore.kernel.Event;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.fans.FanId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to the mail of a QR code. It happens in the stream of the fan. */
public sealed interface QrMailEvent extends Event {

    FanId fan();

    @Override
    default FanId subject() {
        return fan();
    }

    /**
     * A fan has to be mailed a QR code.
     *
     * @param fanPointUid the data of the code
     * @param email the fan's email at this moment; null after the fan was erased
     * @param title the title of the reward or the quest
     */
    @Revision("1")
    record QrMailRequested(
            @PublishedValue FanId fan,
            @NotPersonal("a uid of ours") String fanPointUid,
            @PersonalData @Nullable String email,

            @NotPersonal("the title of a reward or a quest") String title)
            implements QrMailEvent {}

    /** The delivery of a mail ended. */
    @Revision("1")
    record QrMailEnded(
            @PublishedValue FanId fan,
            @NotPersonal("a uid of ours") String fanPointUid,
            @PublishedValue DeliveryOutcome outcome)
            implements QrMailEvent {}
}
