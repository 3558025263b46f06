package encore.query.ticketchunks;

import encore.query.image.MemoryImage;
import encore.query.memory.DeadlineSteps;
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
public final class SharedFieldsTable implements MemoryImage.Imageable {

    private final Map<SharedTicketFields, Integer> numbers = new HashMap<>();
    private final List<SharedTicketFields> all = new ArrayList<>();
    private final Set<String> excluded = new HashSet<>();

    @Override
    public void transfer(MemoryImage memoryImage) {
        memoryImage.elements(all, one -> SharedTicketFields.of(one, memoryImage));
        for (int number = 0; number < all.size(); number++) {
            numbers.put(all.get(number), number);
        }
        memoryImage.elements(excluded, memoryImage::name);
    }

    public int number(SharedTicketFields fields) {
        return numbers.computeIfAbsent(fields, added -> {
            all.add(added);
            return all.size() - 1;
        });
    }

    public SharedTicketFields get(int number) {
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
    public boolean[] countingFields(Predicate<SharedTicketFields> filter) {
        boolean[] counting = new boolean[all.size()];
        for (int number = 0; number < counting.length; number++) {
            DeadlineSteps.check(number);
            counting[number] = counts(number, filter);
        }
        return counting;
    }

    /** Returns whether tickets of a combination count and meet a condition. */
    public boolean counts(int number, Predicate<SharedTicketFields> filter) {
        SharedTicketFields fields = all.get(number);
        return !excluded.contains(fields.eventUid()) && filter.test(fields);
    }
}
