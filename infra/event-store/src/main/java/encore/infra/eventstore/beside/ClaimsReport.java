package encore.infra.eventstore.beside;

import java.util.List;

/**
 * Tells where the claims are not what the events say.
 *
 * @param missing claims that a stream holds by its events, and that are not kept
 * @param unfounded claims that are kept for a stream, and that it does not hold
 */
public record ClaimsReport(List<Wrong> missing, List<Wrong> unfounded) {

    public ClaimsReport {
        missing = List.copyOf(missing);
        unfounded = List.copyOf(unfounded);
    }

    /**
     * @param position of the last event that changed what the owner holds, 0 when there is none
     * @param claim empty when it cannot be computed, since the key of its value is not there
     */
    public record Wrong(String owner, long position, byte[] claim) {

        public boolean isKnown() {
            return claim.length > 0;
        }
    }

    public boolean isRight() {
        return missing.isEmpty() && unfounded.isEmpty();
    }
}
