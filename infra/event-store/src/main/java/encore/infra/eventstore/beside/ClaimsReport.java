package encore.infra.eventstore.beside;

import java.util.List;

/**
 * The differences between the stored claims and the claims that follow from the events.
 *
 * @param missing claims that a stream holds by its events and that are not stored
 * @param unfounded claims that are stored for a stream and that it does not hold by its events
 */
public record ClaimsReport(List<Wrong> missing, List<Wrong> unfounded) {

    public ClaimsReport {
        missing = List.copyOf(missing);
        unfounded = List.copyOf(unfounded);
    }

    /**
     * @param position of the last event that changed what the owner holds, 0 when there is none
     * @param claim empty when it cannot be computed, because the key of its value is not at hand or destroyed
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
