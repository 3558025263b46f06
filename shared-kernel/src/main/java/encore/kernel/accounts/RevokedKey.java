package encore.kernel.accounts;

/** The answer to the revocation of a key pair. */
public record RevokedKey(String apiKey) {}
