package encore.query.points;

/** Positions as document keys: of one length, so that they sort as numbers. */
final class Positions {

    private static final long WIDTH = 10_000_000_000_000_000L;

    private Positions() {}

    static String key(long position) {
        return Long.toString(WIDTH + position).substring(1);
    }
}
