package encore.command.quotas;

/**
 * The bytes that the records of all accounts may take in memory together. Boards of points are not among them: they leave
 * memory when they need more than their own limit.
 */
public record RecordMemoryLimit(long bytes) {

    /** The part of the heap that a server needs for itself. */
    private static final long OWN_BYTES = 48L << 20;

    /** Returns the default limit: half of the heap that a server does not need for itself. */
    public static RecordMemoryLimit defaultLimit() {
        return new RecordMemoryLimit(
                Math.max(OWN_BYTES / 3, (Runtime.getRuntime().maxMemory() - OWN_BYTES) / 2));
    }

    /** Returns the bytes that one account may take: the rest is for the others. */
    long ofOneAccount() {
        return bytes - bytes / 10;
    }
}
