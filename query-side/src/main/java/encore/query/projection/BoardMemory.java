package encore.query.projection;

/**
 * The bytes that leaderboards may take in memory. The records of other boards are read from documents when a query
 * needs them.
 */
public record BoardMemory(long bytes) {

    /** Returns the default limit, a quarter of the heap. */
    public static BoardMemory usual() {
        return new BoardMemory(Runtime.getRuntime().maxMemory() / 4);
    }
}
