package encore.kernel.businesses;

/** The answer to a command on a business: which one it was. */
public record SavedBusiness(long businessId) {}
