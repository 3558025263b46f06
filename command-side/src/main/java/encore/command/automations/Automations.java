package encore.command.automations;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.process.ProcessStores;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.axonframework.spring.config.SpringAxonConfiguration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** Runs every automation from the moment when all parts are wired until the process stops. */
public final class Automations implements SmartLifecycle {

    private final List<Automation> automations;
    private final ProcessStores stores;
    private final TokenStore tokens;
    private final EventTail tail;
    private final CommandSide commands;
    private final @Nullable MeterRegistry meters;

    @GuardedBy("this")
    private List<AutomationRunner> running = List.of();

    public Automations(
            List<Automation> automations,
            ProcessStores stores,
            TokenStore tokens,
            EventTail tail,
            CommandSide commands,
            @Nullable MeterRegistry meters) {
        this.automations = List.copyOf(automations);
        this.stores = stores;
        this.tokens = tokens;
        this.tail = tail;
        this.commands = commands;
        this.meters = meters;
    }

    @Override
    public synchronized void start() {
        running = automations.stream()
                .map(automation -> new AutomationRunner(
                        automation, stores.open(automation.name()), tokens, tail, commands, Clock.systemUTC()))
                .toList();
        running.forEach(AutomationRunner::start);
        if (meters != null) {
            running.forEach(runner -> publish(runner, meters));
        }
    }

    /** Publishes metrics of an automation. They are 0 in a process that does not run it. */
    private static void publish(AutomationRunner runner, MeterRegistry meters) {
        gauge("encore.automation.dead.letters", runner, AutomationRunner::deadLetters)
                .description("Events and commands that failed, or wait behind one that failed")
                .register(meters);
        gauge("encore.automation.outbox.commands", runner, AutomationRunner::outboxCommands)
                .description("Commands whose outcome is not known yet")
                .register(meters);
        gauge("encore.automation.lag.events", runner, AutomationRunner::eventsBehind)
                .description("Events that the automation is behind the log")
                .register(meters);
        gauge("encore.automation.lag.seconds", runner, AutomationRunner::secondsBehind)
                .description("Age of the first event that the automation has not handled; 0 when there is none")
                .register(meters);
    }

    private static Gauge.Builder<AutomationRunner> gauge(
            String name, AutomationRunner runner, ToDoubleFunction<AutomationRunner> value) {
        return Gauge.builder(name, runner, value).tag("automation", runner.name());
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
