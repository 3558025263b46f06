package encore.kernel.accounts;

/** A key pair that is good for nothing any more. */
public record RevokedKey(String apiKey) {}
