package encore.kernel.fans;

/** The answer to a check that a fan exists. */
public record FanState(long fanId, State state) {

    /** The state of a fan. */
    public enum State {
        KNOWN,
        /** The fan was erased. Its history stays, without personal data. */
        ERASED
    }
}
