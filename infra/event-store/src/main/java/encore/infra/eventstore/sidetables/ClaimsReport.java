package encore.infra.eventstore.sidetables;

import java.util.List;

/**
 * The differences between the stored claims and those that follow from the events.
 *
 * @param missing claims that a stream holds according to its events, but that are not stored
 * @param unfounded claims that are stored for a stream, but that it does not hold according to its events
 */
public record ClaimsReport(List<WrongClaim> missing, List<WrongClaim> unfounded) {

    public ClaimsReport {
        missing = List.copyOf(missing);
        unfounded = List.copyOf(unfounded);
    }

    /**
     * A missing or an unfounded claim.
     *
     * @param position the position of the last event that changed the owner's claims, 0 when there is none
     * @param claim empty when it cannot be computed because the key that encrypts its value is missing
     */
    public record WrongClaim(String owner, long position, byte[] claim) {

        public boolean isKnown() {
            return claim.length > 0;
        }
    }

    public boolean isClean() {
        return missing.isEmpty() && unfounded.isEmpty();
    }
}
