package encore.kernel.portals;

/**
 * The mail of a template to one address.
 *
 * @param isOpen whether it has to be sent still
 */
public record PortalMail(String portalName, boolean isOpen) {}
