package encore.query.portals;

import encore.kernel.portals.PortalDetails;
import encore.kernel.portals.PortalId;
import encore.kernel.portals.TemplatePortal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A template portal.
 *
 * @param openedAt when somebody opened it last
 */
record StoredPortal(
        String uid,
        PortalDetails details,
        boolean hasPassword,
        List<String> emails,
        long templates,
        @Nullable Instant openedAt) {

    static StoredPortal of(PortalId portal, PortalDetails details, boolean hasPassword) {
        return new StoredPortal(portal.uid(), details, hasPassword, List.of(), 0, null);
    }

    StoredPortal with(PortalDetails changed, boolean hasOne) {
        return new StoredPortal(uid, changed, hasOne, emails, templates, openedAt);
    }

    StoredPortal withEmails(List<String> set) {
        return new StoredPortal(uid, details, hasPassword, set, templates, openedAt);
    }

    StoredPortal withTemplates(long count) {
        return new StoredPortal(uid, details, hasPassword, emails, count, openedAt);
    }

    StoredPortal openedAt(Instant at) {
        return new StoredPortal(uid, details, hasPassword, emails, templates, at);
    }

    TemplatePortal shown(long account, Instant createdAt) {
        String neverShown = null;
        return new TemplatePortal(
                uid,
                account,
                details.portalName(),
                details.performanceGroupName(),
                neverShown,
                templates,
                emails,
                hasPassword,
                createdAt,
                openedAt);
    }
}
