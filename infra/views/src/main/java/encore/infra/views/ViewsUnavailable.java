package encore.infra.views;

/**
 * Thrown when the store cannot be read or written now (disk full, I/O error), or a version is still being filled.
 * Nothing was changed; the same call may succeed later.
 */
public final class ViewsUnavailable extends RuntimeException {

    public ViewsUnavailable(Throwable cause) {
        super("The view store is unavailable: " + cause.getMessage(), cause);
    }
}
