package encore.kernel.associations;

import encore.kernel.Command;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of an association. The fan stood in the path, the other in a parameter. */
public sealed interface AssociationCommand extends Command<AssociationStates> {

    AssociationId association();

    @Override
    default AssociationId stream() {
        return association();
    }

    /**
     * The fan is associated from now on, or in other states.
     *
     * @param states replace those before; null changes none, and of a new association means saved
     */
    record Associate(AssociationId association, @Nullable List<AssociationState> states)
            implements AssociationCommand {}

    /** The fan is associated no longer; refused unless it has nothing but saved. */
    record Dissociate(AssociationId association) implements AssociationCommand {}
}
