package encore.kernel.portals;

import encore.kernel.Command;
import encore.kernel.names.StoredName;
import encore.kernel.portals.PortalQuery.FindPortal;
import encore.kernel.portals.PortalQuery.FindTemplate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The commands of template portals. */
public sealed interface PortalCommand<R> extends Command<R>
        permits PortalCommand.Change, PortalMailCommand, PortalCommand.ReadPortalPassword, PortalCommand.AddTemplate {

    PortalId portal();

    @Override
    default PortalId stream() {
        return portal();
    }

    /** A change of a portal. It answers the portal's uid. */
    sealed interface Change extends PortalCommand<PortalUid> {}

    /** Creates a portal. */
    record CreatePortal(PortalId portal, PortalDetails details, PortalPassword password) implements Change {}

    /**
     * Changes the names of a portal, or its password.
     *
     * @param password the new password, or {@link PortalPassword#NONE} to remove it; null when it stays
     */
    record ChangePortal(
            PortalId portal,
            PortalDetails details,
            @Nullable PortalPassword password) implements Change {}

    /** Sets the addresses that get a mail for each new template. They replace the earlier ones. */
    record SetPortalEmails(PortalId portal, List<String> notificationEmails)
            implements Change, Command.Save<PortalUid, TemplatePortal> {
        public SetPortalEmails {
            notificationEmails = List.copyOf(notificationEmails);
        }

        @Override
        public FindPortal record(PortalUid saved) {
            return new FindPortal(portal.account(), saved.portalUid());
        }

        @Override
        public String toString() {
            return "SetPortalEmails[" + portal + "]";
        }
    }

    /** Notes that somebody opened the portal, at most once a minute. */
    record NotePortalAccess(PortalId portal) implements Change {}

    /** Deletes a portal, and destroys the key of its password, its addresses and its templates. */
    record DeletePortal(PortalId portal) implements Change {}

    /** Answers the password of a portal, for a comparison at the gateway. It changes nothing. */
    @StoredName("TellPortalPassword")
    record ReadPortalPassword(PortalId portal) implements PortalCommand<PortalPassword> {}

    /** Adds a template. An unknown performance or image is refused. */
    record AddTemplate(
            PortalId portal,
            String templateUid,
            String templateName,
            @Nullable String performanceUid,
            @Nullable UUID mediaUid)
            implements PortalCommand<TemplateUid>, Command.Save<TemplateUid, PortalTemplate> {
        @Override
        public FindTemplate record(TemplateUid saved) {
            return new FindTemplate(portal.account(), portal.uid(), saved.templateUid());
        }
    }
}
