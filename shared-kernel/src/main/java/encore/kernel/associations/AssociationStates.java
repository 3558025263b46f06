package encore.kernel.associations;

import java.util.List;

/** The states that a fan's association has, in the order of its kind; none when there is none. */
public record AssociationStates(List<AssociationState> states) {

    public AssociationStates {
        states = List.copyOf(states);
    }
}
