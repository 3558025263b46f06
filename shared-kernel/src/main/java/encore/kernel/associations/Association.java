package encore.kernel.associations;

import java.time.Instant;
import java.util.List;

/**
 * The association of a fan with one performance or idol event.
 *
 * @param creationTimestamp when the association began
 */
public record Association(AssociationKind kind, String uid, Instant creationTimestamp, List<AssociationState> states) {

    public Association {
        states = List.copyOf(states);
    }
}
