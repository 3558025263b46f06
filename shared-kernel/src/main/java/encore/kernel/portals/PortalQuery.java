package encore.kernel.portals;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.util.List;

/** Everything that can be asked about template portals. An unknown portal is refused as unknown. */
public sealed interface PortalQuery<R> extends Query<R> {

    /** An account's portals, oldest first. */
    record FindPortals(long account, Paging.NextKey paging) implements PortalQuery<Page<TemplatePortal>> {}

    /** One portal. */
    record FindPortal(long account, String portalUid) implements PortalQuery<TemplatePortal> {}

    /** One portal with the performances of its group. */
    record FindOpenedPortal(long account, String portalUid) implements PortalQuery<OpenedPortal> {}

    /** The templates of a portal, oldest first. A rule bounds them. */
    record FindTemplates(long account, String portalUid) implements PortalQuery<List<PortalTemplate>> {}

    /** One template of a portal. */
    record FindTemplate(long account, String portalUid, String templateUid) implements PortalQuery<PortalTemplate> {}
}
