package encore.kernel.requirements.rules;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A fan meets a rule.
 *
 * @param position the position at which the fan came to meet it
 * @param order the position of the deed. It orders the fans who came to meet the rule at one event
 * @param at the time of the deed. Of a chain of effects it is the time of the first deed
 * @param causes the positions of the events that led to it, ascending
 */
public record Fulfilment(Rule rule, long fanId, long position, long order, Instant at, List<Long> causes) {

    public Fulfilment {
        causes = List.copyOf(causes);
    }

    /** The order in which fans came to meet a rule. */
    public static final Comparator<Fulfilment> ORDER = Comparator.comparingLong(Fulfilment::position)
            .thenComparingLong(Fulfilment::order)
            .thenComparingLong(Fulfilment::fanId);

    /** Returns the positions of causes: ascending, each once, and without a 0, which stands for no event. */
    static List<Long> causesOf(long... positions) {
        return LongStream.of(positions)
                .filter(each -> each > 0)
                .sorted()
                .distinct()
                .boxed()
                .toList();
    }

    /** Returns a key that sorts as fans came to meet the rule. */
    public String sortKey() {
        return String.format("%019d/%019d/%019d", position, order, fanId);
    }
}
