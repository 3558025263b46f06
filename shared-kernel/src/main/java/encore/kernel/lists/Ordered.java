package encore.kernel.lists;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Something that an account puts in an order of its own, by a number. */
public interface Ordered {

    /**
     * Sorts by the number. Items without one come last. Items of one number stay in the order in which they were, which is
     * the order of creation where a list was read as it is kept.
     */
    Comparator<Ordered> BY_ORDER =
            Comparator.comparing(Ordered::order, Comparator.nullsLast(Comparator.naturalOrder()));

    @Nullable
    Integer order();
}
