package encore.command.automations;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.process.ProcessStores;
import java.time.Clock;
import java.util.List;
import org.axonframework.spring.config.SpringAxonConfiguration;
import org.springframework.context.SmartLifecycle;

/** Runs every automation from the moment when all parts are wired until the process stops. */
public final class Automations implements SmartLifecycle {

    private final List<Automation> automations;
    private final ProcessStores stores;
    private final TokenStore tokens;
    private final EventTail tail;
    private final CommandSide commands;

    @GuardedBy("this")
    private List<AutomationRunner> running = List.of();

    public Automations(
            List<Automation> automations,
            ProcessStores stores,
            TokenStore tokens,
            EventTail tail,
            CommandSide commands) {
        this.automations = List.copyOf(automations);
        this.stores = stores;
        this.tokens = tokens;
        this.tail = tail;
        this.commands = commands;
    }

    @Override
    public synchronized void start() {
        running = automations.stream()
                .map(automation -> new AutomationRunner(
                        automation, stores.open(automation.name()), tokens, tail, commands, Clock.systemUTC()))
                .toList();
        running.forEach(AutomationRunner::start);
    }

    @Override
    public synchronized void stop() {
        running.forEach(AutomationRunner::close);
        running = List.of();
    }

    @Override
    public synchronized boolean isRunning() {
        return !running.isEmpty();
    }

    /**
     * Starts after Axon has its handlers: a command without a handler is a fault, which blocks its key. Starts before
     * the ports open.
     */
    @Override
    public int getPhase() {
        return SpringAxonConfiguration.LIFECYCLE_PHASE + 1;
    }
}
