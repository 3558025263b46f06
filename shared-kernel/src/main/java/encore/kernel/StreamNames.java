package encore.kernel;

/** Takes stream names apart again; see {@link StreamId}. */
public final class StreamNames {

    private StreamNames() {}

    /** The dot-separated parts of a stream name, checked for its kind and their number. */
    public static String[] split(String text, String kind, int count) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != count || !parts[0].equals(kind)) {
            throw new IllegalArgumentException("Not a " + kind + " id");
        }
        return parts;
    }
}
