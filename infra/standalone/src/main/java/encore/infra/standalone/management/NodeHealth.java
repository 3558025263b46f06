package encore.infra.standalone.management;

/** Reports the health of this node. */
public interface NodeHealth {

    /** Whether the node is up, and the details to show. */
    record HealthReport(boolean up, Object details) {}

    HealthReport report();

    /** Returns whether the process must be restarted. */
    boolean isBroken();
}
