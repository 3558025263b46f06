package encore.kernel.requirements.rules;

import encore.kernel.Event;
import encore.kernel.requirements.rules.RuleReplay.Span;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Folds the definitions of the log into all versions that rules have had. Used by one thread. */
public final class RuleHistory {

    private final FactStore book;
    private final Map<String, Span> spans = new LinkedHashMap<>();

    public RuleHistory() {
        this(Long.MAX_VALUE);
    }

    /** @param mostFacts the most documents that it may keep */
    public RuleHistory(long mostFacts) {
        this.book = new FactsInMemory(mostFacts);
    }

    /**
     * Folds the next event of {@link RuleBook#EVENTS_OF_QUESTS} or {@link RuleBook#EVENTS_OF_REWARDS}.
     *
     * @return the versions that begin and end
     */
    public RuleBook.Changes fold(Event event, long position, Instant at) {
        RuleBook.Changes changes = RuleBook.fold(book, event, position, at);
        changes.ended().forEach(rule -> spans.computeIfPresent(rule.id(), (id, span) -> new Span(rule, position)));
        changes.begun().forEach(rule -> spans.put(rule.id(), new Span(rule, null)));
        return changes;
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

    /** Returns the version of a rule that was in force after an event; null for none. */
    public @Nullable Rule inForce(String stream, long position) {
        return of(stream).stream()
                .filter(span -> span.rule().version() <= position && !span.hasEnded(position))
                .map(Span::rule)
                .reduce((first, last) -> last)
                .orElse(null);
    }

    /** Returns the definition of a quest or reward as it is now; null when there is none of this type. */
    public <T extends Record> @Nullable T definition(Class<T> type, String stream) {
        return book.get(type, stream);
    }
}
