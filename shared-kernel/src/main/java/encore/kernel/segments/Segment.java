package encore.kernel.segments;

/**
 * Fans that belong together (spec 1, 2).
 *
 * @param segmentId unique within its type
 */
public record Segment(String segmentType, String segmentId, String segmentName, long segmentCount) {}
