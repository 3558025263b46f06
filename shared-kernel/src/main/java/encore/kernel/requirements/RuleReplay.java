package encore.kernel.requirements;

import encore.kernel.Event;
import encore.kernel.requirements.RuleFold.Collected;
import encore.kernel.requirements.RuleFold.Scope;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies rules to the log from its start, as automations do to a rule that is made, changed, or followed. Each rule is
 * silent up to its version. There its first fans are told in the order in which they came to meet it; from then on each
 * fan is told with the event by which it comes to meet the rule. Used by one thread.
 */
public final class RuleReplay {

    private final FactStore store;
    private final Deque<Rule> waiting = new ArrayDeque<>();
    private final boolean isReplacing;
    private @Nullable Rule last;

    /**
     * Begins at the start of the log.
     *
     * @param store empty
     * @param rules the rules, or the versions of one rule
     * @param isReplacing true for versions of one rule: each ends the one before
     */
    public RuleReplay(FactStore store, List<Rule> rules, boolean isReplacing) {
        this.store = store;
        this.isReplacing = isReplacing;
        rules.stream().sorted(Comparator.comparingLong(Rule::version)).forEach(rule -> {
            waiting.add(rule);
            RuleIndex.put(store, rule, true);
        });
    }

    /**
     * Folds the next event of the log.
     *
     * @return the fans who meet a rule up to here, and were not told yet
     */
    public List<Fulfilment> fold(Event event, long position, Instant at) {
        List<Fulfilment> told = advance(position - 1);
        told.addAll(RuleFold.fold(store, Scope.OF_THE_RULES, event, position, at));
        return told;
    }

    /** Ends at a position: tells the first fans of the rules that are made up to there. */
    public List<Fulfilment> advance(long position) {
        List<Fulfilment> told = new ArrayList<>();
        while (!waiting.isEmpty() && waiting.getFirst().version() <= position) {
            Rule rule = waiting.removeFirst();
            told.addAll(first(rule));
            last = replace(rule);
        }
        return told;
    }

    private Rule replace(Rule rule) {
        if (isReplacing && last != null) {
            RuleIndex.remove(store, last);
        }
        return rule;
    }

    private List<Fulfilment> first(Rule rule) {
        List<Fulfilment> first = new ArrayList<>();
        String after = null;
        do {
            Collected page = RuleFold.collect(store, rule, after, FactStore.PAGE);
            first.addAll(page.fulfilments());
            after = page.next();
        } while (after != null);
        return first.stream()
                .distinct()
                .sorted(Comparator.comparing(Fulfilment::sortKey))
                .toList();
    }
}
