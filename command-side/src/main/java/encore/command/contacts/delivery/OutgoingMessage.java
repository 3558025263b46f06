package encore.command.contacts.delivery;

import encore.kernel.contacts.messages.CodeMessage;

/**
 * A message to one contact.
 *
 * @param messageId the request_uid of the code. Every attempt has the same one, so that a receiver can tell a repeat
 * @param to an email, or a phone in E.164
 */
public record OutgoingMessage(String messageId, String to, CodeMessage content) {

    @Override
    public String toString() {
        return "OutgoingMessage[" + messageId + "]";
    }
}
