package encore.kernel.requirements;

import encore.kernel.Event;
import encore.kernel.requirements.RuleReplay.Span;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Folds the definitions of the log into all versions that rules have had. Used by one thread. */
public final class RuleHistory {

    private final FactStore book = new FactsInMemory();
    private final Map<String, Span> spans = new LinkedHashMap<>();

    /** Folds the next event of {@link RuleBook#EVENTS_OF_QUESTS} or {@link RuleBook#EVENTS_OF_REWARDS}. */
    public void fold(Event event, long position, Instant at) {
        RuleBook.Changes changes = RuleBook.fold(book, event, position, at);
        changes.ended().forEach(rule -> spans.computeIfPresent(rule.id(), (id, span) -> new Span(rule, position)));
        changes.begun().forEach(rule -> spans.put(rule.id(), new Span(rule, null)));
    }

    /**
     * Returns the versions of a rule, oldest first.
     *
     * @param stream the stream of the quest or reward
     */
    public List<Span> of(String stream) {
        return spans.values().stream()
                .filter(span -> span.rule().stream().equals(stream))
                .toList();
    }
}
