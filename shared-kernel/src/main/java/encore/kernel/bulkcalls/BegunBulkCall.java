package encore.kernel.bulkcalls;

/** The answer to the beginning of a bulk call. */
public record BegunBulkCall(String uid) {}
