package encore.kernel.likings;

/** A fan and the idol that it was about. */
public record LikedIdol(long fanId, String idolUid) {}
