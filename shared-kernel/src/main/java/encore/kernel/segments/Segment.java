package encore.kernel.segments;

/**
 * A segment: a group of fans (spec 1, 2).
 *
 * @param segmentId the id, unique within its type
 */
public record Segment(String segmentType, String segmentId, String segmentName, long segmentCount) {}
