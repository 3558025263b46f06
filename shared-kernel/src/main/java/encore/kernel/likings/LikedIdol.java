package encore.kernel.likings;

/** A fan and an idol of it. */
public record LikedIdol(long fanId, String idolUid) {}
