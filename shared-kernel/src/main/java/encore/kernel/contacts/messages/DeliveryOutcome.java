package encore.kernel.contacts.messages;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How the delivery of a code ended. */
public enum DeliveryOutcome {
    /** The mail server or the SMS webhook took the message. */
    SENT,
    /** The demo's mailbox shows the message; nothing left the machine. */
    SHOWN,
    /** The mail server or the SMS webhook refused the message for good. */
    REJECTED,
    /**
     * Nothing took the message within two minutes of the request: the mail server or the SMS webhook could not be
     * reached, or the delivery began too late.
     */
    EXPIRED,
    /** This installation no longer has a way to send such a message. */
    NO_CHANNEL;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
