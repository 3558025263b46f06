package encore.kernel.likings;

import java.time.Instant;

/**
 * The fact that a fan likes an idol, without the name of the idol.
 *
 * @param isExplicit whether the fan said so itself
 */
public record Liking(long fanId, String idolUid, boolean isExplicit, Instant begunAt, Instant changedAt) {}
