package encore.kernel.associations;

import encore.kernel.Event;
import java.util.List;
import org.axonframework.serialization.Revision;

/** Everything that can happen between a fan and a performance or idol event. */
public sealed interface AssociationEvent extends Event {

    AssociationId association();

    /** A fan saves it, or goes there, where there was nothing between them. */
    @Revision("1")
    record FanAssociated(AssociationId association, List<AssociationState> states) implements AssociationEvent {}

    /** A fan has these states, in place of those before. */
    @Revision("1")
    record AssociationStatesChanged(AssociationId association, List<AssociationState> states)
            implements AssociationEvent {}

    /** There is nothing between them any more. */
    @Revision("1")
    record FanDissociated(AssociationId association) implements AssociationEvent {}
}
