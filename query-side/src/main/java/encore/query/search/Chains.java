package encore.query.search;

import encore.query.image.Image;
import java.util.function.IntPredicate;

/** Rows in groups: each row in one at most, which it joins and leaves at once, however many there are. */
final class Chains implements Image.Parts {

    /** By group: one more than the row that joined last. */
    private final Ints first = new Ints();

    // By row: one more than the neighbours.
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

    /** Goes through the rows of a group for as long as it is told to. */
    void each(int group, IntPredicate goOn) {
        int one = first.get(group);
        while (one > 0 && goOn.test(one - 1)) {
            one = next.get(one - 1);
        }
    }
}
