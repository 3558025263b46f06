package encore.command;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.axon.SubjectEraser;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.sidetables.ClaimsTable;
import encore.infra.eventstore.sidetables.ClaimsTable.SubjectRule;
import encore.kernel.Command;
import encore.kernel.MessageTypes;
import encore.kernel.Refusal;
import java.util.concurrent.CompletionException;
import org.axonframework.spring.config.SpringAxonConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Repeats erasures in a restored log whose backup is older than they are. The keys are already destroyed; this ends the
 * streams again.
 */
final class RestoredErasures implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(RestoredErasures.class);
    private static final String ACTOR = "restore";

    private final SubjectEraser subjectEraser;
    private final CommandSide commands;
    private volatile boolean running;

    RestoredErasures(SubjectEraser subjectEraser, CommandSide commands) {
        this.subjectEraser = subjectEraser;
        this.commands = commands;
    }

    @Override
    public void start() {
        ClaimsTable table = ClaimsTable.load();
        for (String subject : subjectEraser.unfinishedSubjects()) {
            endAgain(commandThatEnds(subject, table));
        }
        if (!subjectEraser.unfinishedSubjects().isEmpty()) {
            subjectEraser.finishRestore();
            LOG.info(
                    "{} erasures were repeated in the restored log",
                    subjectEraser.unfinishedSubjects().size());
        }
        running = true;
    }

    private void endAgain(Command<?> command) {
        try {
            commands.handle(new CommandRequest(command.stream().account(), ACTOR, null, null, command))
                    .join();
        } catch (CompletionException e) {
            // Another node that starts at the same time was first.
            if (!(e.getCause() instanceof Refusal refusal) || refusal.kind() != Refusal.Kind.UNKNOWN) {
                throw e;
            }
        }
    }

    static Command<?> commandThatEnds(String subject, ClaimsTable table) {
        SubjectRule rule = table.subjectRule(subject);
        if (rule == null) {
            throw new IllegalStateException(
                    "The key of " + subject + " is destroyed and its stream has not ended: claims.tsv"
                            + " needs a row with the command that ends such a subject.");
        }
        Class<?> command = MessageTypes.of(Command.class).stream()
                .filter(type -> type.getSimpleName().equals(rule.command()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("There is no command " + rule.command() + "."));
        return (Command<?>) EventJson.mapper().convertValue(rule.componentsFor(subject), command);
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Starts after Axon has its handlers and before the ports open. */
    @Override
    public int getPhase() {
        return SpringAxonConfiguration.LIFECYCLE_PHASE + 1;
    }
}
