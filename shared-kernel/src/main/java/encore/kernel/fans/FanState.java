package encore.kernel.fans;

/** Whether a fan is there still. */
public record FanState(long fanId, State state) {

    /** What is left of a fan. */
    public enum State {
        KNOWN,
        /** It was a fan; its history stays, without its names. */
        ERASED
    }
}
