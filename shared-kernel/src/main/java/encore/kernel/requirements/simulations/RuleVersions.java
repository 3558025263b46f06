package encore.kernel.requirements.simulations;

import encore.kernel.Event;
import encore.kernel.requirements.FactsInMemory;
import encore.kernel.requirements.Rule;
import encore.kernel.requirements.RuleBook;
import encore.kernel.requirements.RuleIndex.RuleEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Folds the versions of one rule: a change of a tier or of the links of a performance makes a new one. Definitions of
 * other quests and rewards must not be folded. Used by one thread.
 */
public final class RuleVersions {

    private final String stream;
    private final FactsInMemory book;
    private final List<Step> steps = new ArrayList<>();

    /**
     * A version in force.
     *
     * @param at the stamp of the event that made it
     */
    public record Version(Rule rule, Instant at) {

        /** Returns whether no deed counts that was done before it. */
        public boolean isWithoutPast() {
            return RuleBook.isWithoutPast(rule, at);
        }
    }

    private record Step(long position, @Nullable Version version) {}

    /** @param mostFacts the most things that a rule may name */
    public RuleVersions(String stream, long mostFacts) {
        this.stream = stream;
        this.book = new FactsInMemory(mostFacts);
    }

    /** Returns the events that may make a version. */
    public static Set<Class<? extends Event>> events(boolean isQuest) {
        return isQuest ? RuleBook.EVENTS_OF_QUESTS : RuleBook.EVENTS_OF_REWARDS;
    }

    /** Folds an event of the log. */
    public void fold(Event event, long position, Instant at) {
        define(event, position, at, at);
    }

    /**
     * Folds a definition.
     *
     * @param madeAt when the quest or reward was made
     * @param at the stamp of the event at the position
     */
    public void define(Event event, long position, Instant madeAt, Instant at) {
        RuleBook.fold(book, event, position, madeAt);
        RuleEntry entry = RuleBook.inForce(book, stream);
        Rule now = entry == null ? null : entry.rule();
        Version before = steps.isEmpty() ? null : steps.getLast().version();
        if (!Objects.equals(now == null ? null : now.id(), before == null ? null : before.rule().id())) {
            steps.add(new Step(position, now == null ? null : new Version(now, at)));
        }
    }

    /** Returns all versions in their order. */
    public List<Version> all() {
        return steps.stream().map(Step::version).filter(Objects::nonNull).toList();
    }

    /** Returns the version in force after the event at a position; null for none. */
    public @Nullable Version inForce(long position) {
        Version version = null;
        for (Step step : steps) {
            if (step.position() <= position) {
                version = step.version();
            }
        }
        return version;
    }

    /** Returns the definition at the end; null when it was deleted, or of another type. */
    public <T extends Record> @Nullable T definition(Class<T> type) {
        return book.get(type, stream);
    }

    /** Returns the position from which on there is no version any more; {@link Long#MAX_VALUE} if there is one. */
    public long endedAt() {
        if (steps.isEmpty()) {
            return 0;
        }
        return steps.getLast().version() == null ? steps.getLast().position() : Long.MAX_VALUE;
    }
}
