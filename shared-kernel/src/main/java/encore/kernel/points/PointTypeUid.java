package encore.kernel.points;

/** The answer to the making of a point type: the uid that its name has in the account. */
public record PointTypeUid(String pointUid) {}
