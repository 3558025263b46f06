package encore.kernel.portals;

/** The answer to the commands of a portal: its uid. */
public record PortalUid(String portalUid) {}
