package encore.kernel.requirements.rules;

import encore.kernel.Event;
import encore.kernel.requirements.rules.RuleEvaluation.Collected;
import encore.kernel.requirements.rules.RuleFold.Scope;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies rules to the log from its start, as automations do to a rule that is made, changed, or followed. Each rule is
 * silent up to its version. There its first fans are answered in the order in which they came to meet it; from then on each
 * fan is answered with the event by which it comes to meet the rule. Used by one thread.
 */
public final class RuleReplay {

    private final FactStore store;
    private final Deque<Span> waiting = new ArrayDeque<>();
    private final List<Span> followed = new ArrayList<>();

    /**
     * A version of a rule and the time in which it is in force.
     *
     * @param until the position of the event that ended it; null for none
     */
    public record Span(Rule rule, @Nullable Long until) {
        boolean hasEnded(long position) {
            return until != null && until <= position;
        }
    }

    /**
     * Begins at the start of the log.
     *
     * @param store empty
     * @param spans the rules to apply
     */
    public RuleReplay(FactStore store, List<Span> spans) {
        this.store = store;
        spans.stream()
                .sorted(Comparator.comparingLong(span -> span.rule().version()))
                .forEach(span -> {
                    waiting.add(span);
                    RuleIndex.put(store, span.rule(), true);
                });
    }

    /**
     * Folds the next event of {@link RuleFold#EVENTS_OF_QUESTS} or {@link RuleFold#EVENTS_OF_REWARDS}.
     *
     * @return the fans who meet a rule up to here, and were not answered yet
     */
    public List<Fulfilment> fold(Event event, long position, Instant at) {
        List<Fulfilment> met = advance(position - 1);
        met.addAll(RuleFold.fold(store, Scope.OF_THE_RULES, event, position, at));
        return met;
    }

    /**
     * Moves on to a position that is not before the last event.
     *
     * @return the first fans of the rules that begin up to there
     */
    public List<Fulfilment> advance(long position) {
        List<Fulfilment> met = new ArrayList<>();
        while (!waiting.isEmpty() && waiting.getFirst().rule().version() <= position) {
            Span span = waiting.removeFirst();
            end(span.rule().version());
            met.addAll(first(span.rule()));
            followed.add(span);
        }
        end(position);
        return met;
    }

    private void end(long position) {
        followed.removeIf(span -> {
            if (span.hasEnded(position)) {
                RuleIndex.remove(store, span.rule());
            }
            return span.hasEnded(position);
        });
    }

    private List<Fulfilment> first(Rule rule) {
        List<Fulfilment> first = new ArrayList<>();
        String after = null;
        do {
            Collected page = RuleEvaluation.collect(store, rule, after, FactStore.PAGE);
            first.addAll(page.fulfilments());
            after = page.next();
        } while (after != null);
        return first.stream().distinct().sorted(Fulfilment.ORDER).toList();
    }
}
