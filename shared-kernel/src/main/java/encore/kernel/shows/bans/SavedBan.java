package encore.kernel.shows.bans;

/** The answer to a ban: the fan it is about. */
public record SavedBan(long fanId) {}
