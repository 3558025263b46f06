package encore.query.memory;

/**
 * The bytes that leaderboards may take in memory. The records of other boards are read from documents when a query
 * needs them.
 */
public record BoardMemoryLimit(long bytes) {

    /** Returns the default limit, a quarter of the heap. */
    public static BoardMemoryLimit defaultLimit() {
        return new BoardMemoryLimit(Runtime.getRuntime().maxMemory() / 4);
    }
}
