package encore.query.sold;

import encore.query.image.Image;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Numbers the combinations of shared fields of an account's tickets from 0 on. A condition on these fields is evaluated
 * once for each combination instead of once for each ticket.
 */
public final class Sharing implements Image.Parts {

    private final Map<Shared, Integer> numbers = new HashMap<>();
    private final List<Shared> all = new ArrayList<>();
    private final Set<String> excluded = new HashSet<>();

    @Override
    public void image(Image image) {
        image.all(all, one -> Shared.of(one, image));
        for (int number = 0; number < all.size(); number++) {
            numbers.put(all.get(number), number);
        }
        image.all(excluded, image::name);
    }

    public int number(Shared one) {
        return numbers.computeIfAbsent(one, added -> {
            all.add(added);
            return all.size() - 1;
        });
    }

    public Shared get(int number) {
        return all.get(number);
    }

    /** Excludes an event, whose tickets then count nowhere, or includes it again. */
    public void exclude(String eventUid, boolean isExcluded) {
        if (isExcluded) {
            excluded.add(eventUid);
        } else {
            excluded.remove(eventUid);
        }
    }

    /** Returns for each number whether tickets of this combination count and meet a condition. */
    public boolean[] counting(Predicate<Shared> wanted) {
        boolean[] counting = new boolean[all.size()];
        for (int number = 0; number < counting.length; number++) {
            counting[number] = counts(number, wanted);
        }
        return counting;
    }

    /** Returns whether tickets of a combination count and meet a condition. */
    public boolean counts(int number, Predicate<Shared> wanted) {
        Shared one = all.get(number);
        return !excluded.contains(one.eventUid()) && wanted.test(one);
    }
}
