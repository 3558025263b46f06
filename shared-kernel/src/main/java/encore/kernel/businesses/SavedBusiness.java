package encore.kernel.businesses;

/** The answer to a command of a business: its id. */
public record SavedBusiness(long businessId) {}
