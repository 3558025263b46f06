package encore.kernel.portals;

import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.names.StoredName;
import java.time.Instant;

/** The commands of mails of new templates. Automations alone send them. */
public sealed interface PortalMailCommand extends PortalCommand<PortalMail> {

    String templateUid();

    /** Returns the place of the address among those that the template's event names. */
    int recipient();

    /**
     * Sends the mail of a template to one address.
     *
     * @param position the position of the template's event, which holds the addresses
     * @param addedAt the time of the event
     */
    record DeliverTemplateMail(PortalId portal, String templateUid, int recipient, long position, Instant addedAt)
            implements PortalMailCommand {}

    /** Answers whether a mail has to be sent still. It changes nothing. */
    @StoredName("TellTemplateMail")
    record ReadTemplateMail(PortalId portal, String templateUid, int recipient) implements PortalMailCommand {}

    /** Records how the delivery of a mail ended. */
    record EndTemplateMail(PortalId portal, String templateUid, int recipient, DeliveryOutcome outcome)
            implements PortalMailCommand {}
}
