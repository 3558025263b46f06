package encore.kernel.people.links;

/** @param isOpen whether the mail has to be sent still */
public record LinkMail(boolean isOpen) {}
