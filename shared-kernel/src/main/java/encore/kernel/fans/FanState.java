package encore.kernel.fans;

/** Tells whether a fan exists or was erased. */
public record FanState(long fanId, State state) {

    /** The state of a fan. */
    public enum State {
        KNOWN,
        /** The fan was erased. Its history stays, without personal data. */
        ERASED
    }
}
