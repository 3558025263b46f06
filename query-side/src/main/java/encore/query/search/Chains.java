package encore.query.search;

import encore.query.image.Image;
import java.util.function.IntPredicate;

/**
 * Linked lists of rows, one for each group. A row is in one group at most; adding and removing take the same time
 * however long the list is.
 */
final class Chains implements Image.Parts {

    /** For each group: one more than the row that was added last. */
    private final Ints first = new Ints();

    // For each row: one more than its neighbour.
    private final Ints next = new Ints();
    private final Ints before = new Ints();

    @Override
    public void image(Image image) {
        first.image(image);
        next.image(image);
        before.image(image);
    }

    void join(int row, int group) {
        int head = first.get(group);
        next.set(row, head);
        before.set(row, 0);
        if (head > 0) {
            before.set(head - 1, row + 1);
        }
        first.set(group, row + 1);
    }

    void leave(int row, int group) {
        int behind = next.get(row);
        int ahead = before.get(row);
        if (ahead > 0) {
            next.set(ahead - 1, behind);
        } else {
            first.set(group, behind);
        }
        if (behind > 0) {
            before.set(behind - 1, ahead);
        }
    }

    /** Visits the rows of a group until the visitor returns false. */
    void each(int group, IntPredicate goOn) {
        int one = first.get(group);
        while (one > 0 && goOn.test(one - 1)) {
            one = next.get(one - 1);
        }
    }
}
