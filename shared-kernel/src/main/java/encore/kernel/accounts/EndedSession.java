package encore.kernel.accounts;

/** A session of the console that is good for nothing any more, and until when it has to be remembered as such. */
public record EndedSession(String session, long until) {}
