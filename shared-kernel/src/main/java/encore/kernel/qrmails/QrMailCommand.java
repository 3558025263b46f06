package encore.kernel.qrmails;

import encore.kernel.Command;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.fans.FanId;
import encore.kernel.names.StoredName;
import java.time.Instant;

/** The commands of mails of QR codes. Automations alone send them. */
public sealed interface QrMailCommand extends Command<QrMailState> {

    FanId fan();

    String fanPointUid();

    @Override
    default FanId stream() {
        return fan();
    }

    /**
     * Requests the mail of a QR code, once for each code. A fan without an email gets none. Neither does a fan whose code
     * was given long ago: the automation was rebuilt, its log was copied, or the command is a late retry.
     *
     * @param fanPointUid the data of the code
     * @param title the title of the reward or the quest
     * @param givenAt the time of the event that gave the code
     */
    record RequestQrMail(FanId fan, String fanPointUid, String title, Instant givenAt) implements QrMailCommand {}

    /**
     * Sends a requested mail.
     *
     * @param position the position of the request, which holds the email
     * @param requestedAt the time of the request
     */
    record DeliverQrMail(FanId fan, String fanPointUid, long position, Instant requestedAt) implements QrMailCommand {}

    /** Answers whether a mail has to be sent still. It changes nothing. */
    @StoredName("TellQrMail")
    record ReadQrMail(FanId fan, String fanPointUid) implements QrMailCommand {}

    /** Records how the delivery of a mail ended. */
    record EndQrMail(FanId fan, String fanPointUid, DeliveryOutcome outcome) implements QrMailCommand {}
}
