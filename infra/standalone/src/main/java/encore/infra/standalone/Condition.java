package encore.infra.standalone;

/** Reports the health of this node. */
interface Condition {

    /** Whether the node is up, and the details to show. */
    record Told(boolean up, Object details) {}

    Told now();

    /** Returns whether the process must be restarted. */
    boolean isBroken();
}
