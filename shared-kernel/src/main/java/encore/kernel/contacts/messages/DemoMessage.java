package encore.kernel.contacts.messages;

import encore.kernel.contacts.ContactKind;
import encore.kernel.privacy.Contact;
import encore.kernel.time.WireTime;
import java.time.Instant;

/**
 * A message that the demo shows instead of sending it.
 *
 * @param network {@code email} or {@code phone}
 * @param to an email, or a phone in E.164
 * @param requestUid the request_uid of the code in the text
 */
public record DemoMessage(
        ContactKind network,
        @Contact String to,
        String subject,
        @Contact String text,
        String requestUid,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) {

    @Override
    public String toString() {
        return "DemoMessage[" + requestUid + "]";
    }
}
