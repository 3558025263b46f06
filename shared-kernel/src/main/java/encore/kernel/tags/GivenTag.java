package encore.kernel.tags;

import java.time.Instant;

/** That a fan has a tag, without their names. */
public record GivenTag(long fanId, long tagId, Instant givenAt) {}
