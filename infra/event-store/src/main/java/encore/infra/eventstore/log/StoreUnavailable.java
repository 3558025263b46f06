package encore.infra.eventstore.log;

/** The store does not answer now: what was asked may be asked again. */
public final class StoreUnavailable extends RuntimeException {

    public StoreUnavailable(Throwable cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }
}
