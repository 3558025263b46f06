package encore.kernel.portals;

import encore.kernel.Event;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen to a template portal. Its password, addresses and templates are encrypted under a key of its
 * own.
 */
public sealed interface PortalEvent extends Event {

    PortalId portal();

    @Override
    default PortalId subject() {
        return portal();
    }

    /** Returns addresses as an event has them: one text, with line feeds between. */
    static String joined(List<String> emails) {
        return String.join("\n", emails);
    }

    /** Returns the addresses of an event. */
    static List<String> emails(@Nullable String joined) {
        return joined == null || joined.isEmpty() ? List.of() : List.of(joined.split("\n"));
    }

    /** A portal was created. */
    @Revision("1")
    record PortalCreated(
            @PublishedValue PortalId portal,
            PortalDetails details,
            @Secret @PersonalData @Nullable String passwordHash) implements PortalEvent {}

    /** The names or the password of a portal changed. The event holds all of them. */
    @Revision("1")
    record PortalChanged(
            @PublishedValue PortalId portal,
            PortalDetails details,
            @Secret @PersonalData @Nullable String passwordHash) implements PortalEvent {}

    /**
     * The addresses changed that get a mail for each new template.
     *
     * @param notificationEmails all addresses, with line feeds between
     */
    @Revision("1")
    record PortalEmailsSet(
            @PublishedValue PortalId portal,
            @PersonalData @Nullable String notificationEmails) implements PortalEvent, Event.ManagementAction {
        @Override
        public String target() {
            return portal.toString();
        }
    }

    /**
     * Somebody opened the portal.
     *
     * @param minute the minute, counted from 1970
     */
    @Revision("1")
    record PortalOpened(@PublishedValue PortalId portal, long minute) implements PortalEvent {}

    /**
     * A template was added.
     *
     * @param notificationEmails the addresses that get a mail, with line feeds between
     */
    @Revision("1")
    record TemplateAdded(
            @PublishedValue PortalId portal,
            @PublishedValue @NotPersonal("a uid of ours") String templateUid,
            @PersonalData @Nullable String templateName,

            @PublishedValue @NotPersonal("a uid of ours") @Nullable
            String performanceUid,

            @PublishedValue @NotPersonal("a uid of ours") @Nullable
            String mediaUid,

            @PersonalData @Nullable String notificationEmails)
            implements PortalEvent, Event.ManagementAction {
        @Override
        public String target() {
            return portal.toString();
        }
    }

    /**
     * The delivery of a template's mail ended.
     *
     * @param recipient the place of the address among those of the template's event
     */
    @Revision("1")
    record TemplateMailEnded(
            @PublishedValue PortalId portal,
            @PublishedValue @NotPersonal("a uid of ours") String templateUid,
            int recipient,
            @PublishedValue DeliveryOutcome outcome)
            implements PortalEvent {}

    /** The portal was deleted, and nobody can read its password, addresses and templates any more. */
    @Revision("1")
    record PortalDeleted(@PublishedValue PortalId portal) implements PortalEvent, Event.FinalEvent {}
}
