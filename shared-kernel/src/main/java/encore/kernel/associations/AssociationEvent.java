package encore.kernel.associations;

import encore.kernel.Event;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;

/** Everything that can happen between a fan and a performance or idol event. */
public sealed interface AssociationEvent extends Event {

    AssociationId association();

    /** An association began. */
    @Revision("1")
    record FanAssociated(
            @PublishedValue AssociationId association,
            @PublishedValue List<AssociationState> states) implements AssociationEvent {}

    /** The states of an association changed. The event holds all of them. */
    @Revision("1")
    record AssociationStatesChanged(
            @PublishedValue AssociationId association,
            @PublishedValue List<AssociationState> states) implements AssociationEvent {}

    /** An association ended. It may begin again. */
    @Revision("1")
    record FanDissociated(@PublishedValue AssociationId association) implements AssociationEvent {}
}
