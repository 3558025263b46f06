package encore.api.input;

/** Bounds that parameters of several features share. */
public final class Bounds {

    /** The largest count that a parameter takes. A sum of nine million of them still fits into a long. */
    public static final long MAX_COUNT = 1_000_000_000_000L;

    private Bounds() {}
}
