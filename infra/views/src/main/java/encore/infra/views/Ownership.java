package encore.infra.views;

import java.util.List;
import java.util.Map;

/**
 * Records which process writes which projection, among the processes that share a store. The store compares no clocks:
 * an observer takes a node for alive while its heartbeat number changes.
 */
public interface Ownership {

    /** The owner of a claim that is free. */
    String NOBODY = "";

    /** Registers the node, and raises its heartbeat number. */
    void heartbeat(String node, long beat);

    /** Removes a node from the list. */
    void unregister(String node);

    List<Node> nodes();

    /** Returns one claim for each projection that was ever {@link #declare declared}. */
    List<Claim> claims();

    /** Creates a free claim for a projection that has none. */
    void declare(String projection);

    /**
     * Transfers a claim to another node.
     *
     * @param claim the claim as it was read; when it has changed since, nothing happens
     * @return whether the claim was transferred
     */
    boolean transfer(Claim claim, String to);

    /** Asks the owner for a claim. The owner transfers it when it next looks. */
    void request(String projection, String node);

    /** Announces that a caller waits until a projection has reached a position. */
    void announceWait(String projection, long position);

    /** Returns the highest position that a caller ever waited for, by projection. */
    Map<String, Long> awaitedPositions();

    /** A process that shares the store. */
    record Node(String id, long heartbeat) {}

    /**
     * Ownership of a projection. A claim covers all of its versions, so that they can be paused together.
     *
     * @param epoch increases with every change of owner
     * @param requestedBy the node that asked for it, or {@link #NOBODY}
     */
    record Claim(String projection, String owner, long epoch, String requestedBy) {}
}
