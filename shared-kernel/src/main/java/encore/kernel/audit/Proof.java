package encore.kernel.audit;

import java.util.List;

/**
 * An event as it is in the log, and the hashes that lead from it to a signed head. The leaf is the hash of the commit's
 * and the event's columns (docs/log-format.md); {@code previousHead} with the leaf, and then with each further leaf,
 * gives the head. Leaves of other events are hashes and show nothing of them.
 *
 * @param previousHead the head before the event, hex
 * @param leaf the leaf of the event, hex
 * @param leaves the leaves of the later events up to the position of the head, hex
 */
public record Proof(Commit commit, Row event, String previousHead, String leaf, List<String> leaves, SignedHead head) {

    public Proof {
        leaves = List.copyOf(leaves);
    }

    /**
     * The columns of the event's commit that its leaf is computed from.
     *
     * @param at milliseconds since 1970
     * @param id the id of the commit, hex
     */
    public record Commit(long format, long first, long count, long at, String id) {}

    /** The columns of the event; metadata and payload as the exact text that was hashed. */
    public record Row(
            long position,
            String stream,
            long sequence,
            String type,
            String revision,
            String metadata,
            String payload) {}
}
