package encore.query.projection;

/** How many bytes boards may take in memory: what is beyond is read from documents when it is asked for. */
public record BoardMemory(long bytes) {

    /** A quarter of the heap. */
    public static BoardMemory usual() {
        return new BoardMemory(Runtime.getRuntime().maxMemory() / 4);
    }
}
