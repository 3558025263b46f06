package encore.query.runner;

/**
 * Thrown when a version's position is beyond the log's head. The version waits for the missing events, and never
 * continues with other events in their place.
 */
final class BeyondTheLog extends RuntimeException {

    BeyondTheLog(String version, long position, long head) {
        super(version + " is at position " + position + ", but the log ends at " + head, null, false, false);
    }
}
