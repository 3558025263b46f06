package encore.kernel;

/**
 * Marks an answer that came with a secret for the client. It is not remembered with its request: a repeat of the
 * request is refused as a CONFLICT that says this.
 */
public interface SecretAnswer {}
