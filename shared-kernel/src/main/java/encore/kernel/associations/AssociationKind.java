package encore.kernel.associations;

import static encore.kernel.associations.AssociationState.ATTENDED;
import static encore.kernel.associations.AssociationState.COLLECTED;
import static encore.kernel.associations.AssociationState.GOING;
import static encore.kernel.associations.AssociationState.REGISTERED;
import static encore.kernel.associations.AssociationState.SAVED;
import static encore.kernel.associations.AssociationState.VERIFIED;

import encore.kernel.StreamId;
import encore.kernel.idols.IdolEventId;
import encore.kernel.performances.PerformanceId;
import java.util.List;

/** Says what a fan is associated with, and which states that has. A fan has all but one of them at most. */
public enum AssociationKind {
    IDOL_EVENT,
    PERFORMANCE;

    /** The kind of its streams. */
    String stream() {
        return switch (this) {
            case IDOL_EVENT -> "fan_idol_event";
            case PERFORMANCE -> "fan_performance";
        };
    }

    /** The wire name of what the fan is associated with. */
    public String parameter() {
        return switch (this) {
            case IDOL_EVENT -> "idol_event_uid";
            case PERFORMANCE -> "performance_uid";
        };
    }

    /** Those that there are, in the order that they are answered in. */
    public List<AssociationState> states() {
        return switch (this) {
            case IDOL_EVENT -> List.of(SAVED, GOING, VERIFIED, ATTENDED, COLLECTED);
            case PERFORMANCE -> List.of(SAVED, GOING, VERIFIED, REGISTERED);
        };
    }

    /** What the fan is associated with. */
    public StreamId thing(long account, String uid) {
        return switch (this) {
            case IDOL_EVENT -> new IdolEventId(account, uid);
            case PERFORMANCE -> new PerformanceId(account, uid);
        };
    }
}
