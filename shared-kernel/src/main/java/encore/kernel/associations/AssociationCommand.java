package encore.kernel.associations;

import encore.kernel.Command;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands of an association. The path names the fan, a parameter the performance or idol event. */
public sealed interface AssociationCommand extends Command<AssociationStates> {

    AssociationId association();

    @Override
    default AssociationId stream() {
        return association();
    }

    /**
     * Associates the fan, or changes the states of the association.
     *
     * @param states the states that replace the present ones; null changes nothing, and makes a new association saved
     */
    record Associate(AssociationId association, @Nullable List<AssociationState> states)
            implements AssociationCommand {}

    /** Ends the association. It is refused unless saved is the only state. */
    record Dissociate(AssociationId association) implements AssociationCommand {}
}
