package encore.infra.views;

/** A find or count that no declared index can answer: declare one, or ask differently. */
public final class ScanRefused extends IllegalArgumentException {

    public ScanRefused(String what) {
        super(what);
    }
}
