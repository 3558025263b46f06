package encore.query.runner;

/** A version has come further than the log: it waits for those events, and never goes on over others in their place. */
final class BeyondTheLog extends RuntimeException {

    BeyondTheLog(String version, long position, long head) {
        super(version + " is at " + position + ", but the log ends at " + head, null, false, false);
    }
}
