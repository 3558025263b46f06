package encore.infra.eventstore.log;

/** Thrown when the store does not answer. The caller may try again. */
public final class StoreUnavailable extends RuntimeException {

    public StoreUnavailable(Throwable cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }
}
