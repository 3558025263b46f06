package encore.query.search.columns;

import encore.query.image.MemoryImage;
import encore.query.memory.DeadlineSteps;
import java.util.function.IntPredicate;

/**
 * Linked lists of rows, one for each group. A row is in one group at most; adding and removing take the same time
 * however long the list is.
 */
public final class RowChains implements MemoryImage.Imageable {

    /** For each group: one more than the row that was added last. */
    private final AdaptiveInts first = new AdaptiveInts();

    // For each row: one more than its neighbour.
    private final AdaptiveInts next = new AdaptiveInts();
    private final AdaptiveInts previous = new AdaptiveInts();

    @Override
    public void transfer(MemoryImage memoryImage) {
        first.transfer(memoryImage);
        next.transfer(memoryImage);
        previous.transfer(memoryImage);
    }

    public void add(int row, int group) {
        int head = first.get(group);
        next.set(row, head);
        previous.set(row, 0);
        if (head > 0) {
            previous.set(head - 1, row + 1);
        }
        first.set(group, row + 1);
    }

    public void remove(int row, int group) {
        int following = next.get(row);
        int preceding = previous.get(row);
        if (preceding > 0) {
            next.set(preceding - 1, following);
        } else {
            first.set(group, following);
        }
        if (following > 0) {
            previous.set(following - 1, preceding);
        }
    }

    /** Visits the rows of a group until the visitor returns false. */
    public void forEachWhile(int group, IntPredicate visitor) {
        int current = first.get(group);
        for (int step = 1; current > 0 && visitor.test(current - 1); step++) {
            current = next.get(current - 1);
            DeadlineSteps.check(step);
        }
    }
}
