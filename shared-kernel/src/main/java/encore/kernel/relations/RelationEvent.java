package encore.kernel.relations;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;

/** Everything that can happen between two tags or two idols; it holds both ways. */
public sealed interface RelationEvent extends Event.Managed {

    RelationId relation();

    @Override
    default String target() {
        return relation().toString();
    }

    /** They belong together from now on. */
    @Revision("1")
    record RelationBegun(RelationId relation) implements RelationEvent {}

    /** They do no longer; they may again. */
    @Revision("1")
    record RelationEnded(RelationId relation) implements RelationEvent {}
}
