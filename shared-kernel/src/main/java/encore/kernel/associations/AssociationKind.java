package encore.kernel.associations;

import static encore.kernel.associations.AssociationState.ATTENDED;
import static encore.kernel.associations.AssociationState.COLLECTED;
import static encore.kernel.associations.AssociationState.GOING;
import static encore.kernel.associations.AssociationState.REGISTERED;
import static encore.kernel.associations.AssociationState.SAVED;
import static encore.kernel.associations.AssociationState.VERIFIED;

import encore.kernel.StreamId;
import encore.kernel.idolevents.IdolEventId;
import encore.kernel.performances.PerformanceId;
import java.util.List;

/**
 * The kind of thing that a fan is associated with, and the states that it allows. An association has at most all of
 * them but one.
 */
public enum AssociationKind {
    @StreamId.Kind("fan_idol_event")
    IDOL_EVENT,
    @StreamId.Kind("fan_performance")
    PERFORMANCE;

    /** Returns the wire name of the parameter that names the performance or idol event. */
    public String parameter() {
        return switch (this) {
            case IDOL_EVENT -> "idol_event_uid";
            case PERFORMANCE -> "performance_uid";
        };
    }

    /** Returns the states that it allows, in the order of answers. */
    public List<AssociationState> states() {
        return switch (this) {
            case IDOL_EVENT -> List.of(SAVED, GOING, VERIFIED, ATTENDED, COLLECTED);
            case PERFORMANCE -> List.of(SAVED, GOING, VERIFIED, REGISTERED);
        };
    }

    /** Returns the stream of the performance or idol event with this uid. */
    public StreamId associatedStream(long account, String uid) {
        return switch (this) {
            case IDOL_EVENT -> new IdolEventId(account, uid);
            case PERFORMANCE -> new PerformanceId(account, uid);
        };
    }
}
