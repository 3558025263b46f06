package encore.infra.backend.errors;

/** Takes the place of an {@code Error} on its way to the caller, since Reactor throws some errors instead of passing them on. */
public final class ThrownError extends RuntimeException {

    ThrownError(Error cause) {
        super(cause.getClass().getName(), cause);
    }

    /** Returns the failure, or this exception in place of an {@code Error}. */
    public static Throwable of(Throwable failure) {
        return failure instanceof Error error ? new ThrownError(error) : failure;
    }
}
