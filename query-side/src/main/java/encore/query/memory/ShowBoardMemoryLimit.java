package encore.query.memory;

/**
 * The bytes that the boards of live shows may take in memory. Other boards are read from documents when a query needs
 * them.
 */
public record ShowBoardMemoryLimit(long bytes) {

    /** The part of the memory of all boards. */
    private static final int PART = 4;

    /** Returns the part of a limit for all boards that those of shows have. */
    public static ShowBoardMemoryLimit partOf(BoardMemoryLimit all) {
        return new ShowBoardMemoryLimit(all.bytes() / PART);
    }

    /** Returns the limit for the other boards. */
    public static BoardMemoryLimit restOf(BoardMemoryLimit all) {
        return new BoardMemoryLimit(all.bytes() - partOf(all).bytes());
    }

    public static ShowBoardMemoryLimit defaultLimit() {
        return partOf(BoardMemoryLimit.defaultLimit());
    }
}
