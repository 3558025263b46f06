package encore.kernel.sessions;

/** The answer to the check of a business and a campaign. */
public record CheckedPlace(long businessId) {}
