package encore.kernel;

/** Parses stream names; see {@link StreamId}. */
public final class StreamNames {

    private StreamNames() {}

    /** Returns the dot-separated parts of a stream name, after a check of its kind and of their number. */
    public static String[] split(String text, String kind, int count) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != count || !parts[0].equals(kind)) {
            throw new IllegalArgumentException("Not a " + kind + " id");
        }
        return parts;
    }
}
