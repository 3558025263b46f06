package encore.kernel.fans;

/** Says whether a fan is there still. */
public record FanState(long fanId, State state) {

    /** Says what is left of a fan. */
    public enum State {
        KNOWN,
        /** It was a fan; its history stays, without its names. */
        ERASED
    }
}
