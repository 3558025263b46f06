package encore.kernel.relations;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a relation of two tags or two idols. A relation has no direction. */
public sealed interface RelationEvent extends Event.ManagementAction {

    RelationId relation();

    @Override
    default String target() {
        return relation().toString();
    }

    /** A relation began. */
    @Revision("1")
    record RelationBegun(RelationId relation) implements RelationEvent {}

    /** A relation ended. It may begin again. */
    @Revision("1")
    record RelationEnded(RelationId relation) implements RelationEvent {}
}
