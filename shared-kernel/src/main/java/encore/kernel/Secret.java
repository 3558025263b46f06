package encore.kernel;

/**
 * Marks an answer beside which the client was given a secret. It is not kept with the honoured request: a repeat of that
 * request is a CONFLICT Refusal that says so.
 */
public interface Secret {}
