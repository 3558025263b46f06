package encore.kernel.fans.proofs;

/** The answer to a right code that came with a fan's session. */
public record AddedContact(long fanId, Outcome outcome) {

    /** The effect of the code. */
    public enum Outcome {
        /** The fan has this contact now, and its session goes on. */
        ADDED,
        /** Like {@link #ADDED}, but another confirmed contact was replaced: the fan's other sessions must end. */
        REPLACED,
        /** It was the fan's confirmed contact already: the code is a login. */
        LOGIN
    }
}
