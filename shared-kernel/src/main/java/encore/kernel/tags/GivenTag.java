package encore.kernel.tags;

import java.time.Instant;

/** A tag of a fan, without the names of both. */
public record GivenTag(long fanId, long tagId, Instant givenAt) {}
