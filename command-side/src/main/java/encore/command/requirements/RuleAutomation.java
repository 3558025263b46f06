package encore.command.requirements;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.command.automations.Reactions.Reaction;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.requirements.rules.Facts;
import encore.kernel.requirements.rules.Fulfilment;
import encore.kernel.requirements.rules.RuleBook;
import encore.kernel.requirements.rules.RuleEvaluation;
import encore.kernel.requirements.rules.RuleFold;
import encore.kernel.requirements.rules.RuleFold.Scope;
import encore.kernel.requirements.rules.RuleIndex.RuleEntry;
import encore.kernel.requirements.rules.RuleIndex.Trigger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sends a command for each fan who meets a rule. It follows the rules in force with the facts as they are now. A rule that
 * begins waits until its {@link Backfill} has applied it to the log.
 */
abstract class RuleAutomation implements Automation {

    /** The least ordinal of fans who meet a rule by an event. The first fans of a rule are counted from 1. */
    private static final long ORDINALS = 1L << 52;

    /** Returns the command for a fan who meets a rule. */
    abstract Command<?> command(Fulfilment fulfilment);

    /** Returns the key by which the command is ordered. */
    abstract String orderKey(Fulfilment fulfilment, Command<?> command);

    /** Declares the documents, and the reaction to each of the events. */
    Reactions reactions(Class<? extends Command<?>> command, List<Set<Class<? extends Event>>> events) {
        Reactions reactions = Reactions.of(command)
                .withoutPersonalData()
                .keeping(RuleEntry.class)
                .holding(Trigger.class)
                .keeping(Backfill.DOCUMENTS.toArray(Class<?>[]::new));
        Stream.of(Facts.STANDINGS, Facts.OF_RULES, RuleBook.DOCUMENTS)
                .flatMap(Collection::stream)
                .forEach(reactions::keeping);
        events.stream().flatMap(Collection::stream).distinct().forEach(event -> reactions.on(event, follow()));
        return reactions;
    }

    private Reaction<Event> follow() {
        return (event, recordedEvent, process) -> follow(recordedEvent, process);
    }

    private void follow(RecordedEvent recordedEvent, ProcessContext process) {
        Event event = recordedEvent.event();
        long position = recordedEvent.position();
        ProcessFacts facts = ProcessFacts.present(process);
        RuleBook.Changes changes = RuleBook.fold(facts, event, position, recordedEvent.at());
        if (!changes.begun().isEmpty() || !changes.ended().isEmpty()) {
            new Backfill(this, process).change(changes);
        }
        for (Fulfilment each : RuleFold.fold(facts, Scope.ALL, event, position, recordedEvent.at())) {
            send(each, position, process);
        }
    }

    @Override
    public @Nullable String continueLongWork(String cursor, ProcessContext process) {
        Long readTo = new Backfill(this, process).step();
        return readTo == null ? null : readTo.toString();
    }

    /** Sends the command of a fan who came to meet a rule by an event. */
    void send(Fulfilment fulfilment, long event, ProcessContext process) {
        if (!RuleEvaluation.isFull(ProcessFacts.present(process), fulfilment.rule())) {
            send(fulfilment, event, ordinal(fulfilment), process);
        }
    }

    void send(Fulfilment fulfilment, long event, long ordinal, ProcessContext process) {
        Command<?> command = command(fulfilment);
        process.send(event, ordinal, command, orderKey(fulfilment, command));
    }

    /**
     * Returns an ordinal that follows from the rule and the fan. So a command has the same id whether the rule is followed
     * or is being applied to the log.
     */
    private static long ordinal(Fulfilment fulfilment) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest((fulfilment.rule().id() + "/" + fulfilment.fanId()).getBytes(StandardCharsets.UTF_8));
            return ORDINALS + (ByteBuffer.wrap(hash).getLong() & (ORDINALS - 1));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
