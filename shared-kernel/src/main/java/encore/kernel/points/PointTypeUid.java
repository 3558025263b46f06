package encore.kernel.points;

/** The answer to the creation of a point type: the uid of the point type with that name. */
public record PointTypeUid(String pointUid) {}
