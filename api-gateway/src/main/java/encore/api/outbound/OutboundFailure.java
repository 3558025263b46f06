package encore.api.outbound;

/** A call to a foreign host that failed, was not allowed, or was answered with something else than was wanted. */
public final class OutboundFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param sentence the reason, without addresses and without anything that the host sent */
    public OutboundFailure(String sentence) {
        super(sentence, null, false, false);
    }
}
