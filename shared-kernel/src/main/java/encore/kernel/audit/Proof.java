package encore.kernel.audit;

import java.util.List;

/**
 * An event as the log holds it, and the way from it to a signed head. The leaf is the hash of the commit's and the
 * event's columns (docs/log-format.md); {@code previousHead} with the leaf, and then with each further leaf, gives the
 * head. Leaves of other events are hashes and show nothing of them.
 *
 * @param previousHead the head before the event, hex
 * @param leaf of the event, hex
 * @param leaves of the events behind it, up to the head's position, hex
 */
public record Proof(Commit commit, Row event, String previousHead, String leaf, List<String> leaves, SignedHead head) {

    public Proof {
        leaves = List.copyOf(leaves);
    }

    /**
     * The columns of the event's commit that its leaf is made of.
     *
     * @param at milliseconds since 1970
     * @param id hex
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
