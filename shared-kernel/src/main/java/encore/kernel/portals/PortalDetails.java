package encore.kernel.portals;

import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;

/**
 * The names of a portal.
 *
 * @param performanceGroupName the group of performances that it shows
 */
public record PortalDetails(
        @ListedName @NotPersonal("the name of a page") String portalName,
        @NotPersonal("the name of a tour") String performanceGroupName) {}
