package encore.kernel.likings;

import java.time.Instant;

/** That an idol is a fan's, without its name. */
public record Liking(long fanId, String idolUid, boolean isExplicit, Instant begunAt, Instant changedAt) {}
