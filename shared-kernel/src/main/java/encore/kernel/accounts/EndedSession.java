package encore.kernel.accounts;

/**
 * A session of the console that was ended.
 *
 * @param until the time up to which gateways must remember that it ended, in unix seconds
 */
public record EndedSession(String session, long until) {}
