package encore.query.runner.positions;

/**
 * Thrown when a version's position is beyond the log's head. The version waits for the missing events, and never
 * continues with other events in their place.
 */
public final class BeyondTheLog extends RuntimeException {

    public BeyondTheLog(String version, long position, long head) {
        super(version + " is at position " + position + ", but the log ends at " + head, null, false, false);
    }
}
