package encore.kernel.associations;

import java.util.List;

/** The states of an association, in the order of its kind; empty when there is no association. */
public record AssociationStates(List<AssociationState> states) {

    public AssociationStates {
        states = List.copyOf(states);
    }
}
