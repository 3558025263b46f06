package encore.infra.views.criteria;

/** Thrown when no declared index can answer a find or a count. Declare an index, or change the query. */
public final class ScanRefused extends IllegalArgumentException {

    public ScanRefused(String message) {
        super(message);
    }
}
