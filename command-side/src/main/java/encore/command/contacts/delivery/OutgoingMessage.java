package encore.command.contacts.delivery;

import encore.kernel.contacts.messages.CodeMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message to one contact.
 *
 * @param messageId the request_uid of the code. Every attempt has the same one, so that a receiver can recognise a repeat
 * @param to an email, or a phone in E.164
 * @param qrCode a PNG file, which mails alone carry; null for none
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares messages.
public record OutgoingMessage(String messageId, String to, CodeMessage content, byte @Nullable [] qrCode) {

    public OutgoingMessage(String messageId, String to, CodeMessage content) {
        this(messageId, to, content, null);
    }

    @Override
    public String toString() {
        return "OutgoingMessage[" + messageId + "]";
    }
}
