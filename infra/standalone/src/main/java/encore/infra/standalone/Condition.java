package encore.infra.standalone;

/** Says how the part that this process is does. */
interface Condition {

    /** Says it in a word, and with whatever explains it. */
    record Told(boolean up, Object details) {}

    Told now();

    /** Whether the process has to be started anew. */
    boolean isBroken();
}
