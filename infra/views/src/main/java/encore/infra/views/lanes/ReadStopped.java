package encore.infra.views.lanes;

/** Thrown by work of a question that has to stop. Nothing is wrong with the store or the connection. */
public final class ReadStopped extends RuntimeException {

    /** The reason for which a question stops. */
    public enum Reason {
        /** It took longer than the fast lane allows. It begins anew in the slow lane. */
        SLOW,
        /** Its deadline has passed. */
        DEADLINE,
        /** Its caller has left. */
        CANCELLED
    }

    private final Reason reason;

    ReadStopped(Reason reason) {
        super(reason.name(), null, false, false);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
