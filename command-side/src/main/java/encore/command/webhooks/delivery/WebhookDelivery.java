package encore.command.webhooks.delivery;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.command.webhooks.delivery.calls.WebhookCalls;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.deliveries.DeliveryHold;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.process.ProcessStores;
import encore.kernel.webhooks.signing.WebhookSecrets;
import java.time.Clock;
import java.util.function.Supplier;
import org.axonframework.spring.config.SpringAxonConfiguration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Runs the delivery of webhooks from the moment when all parts are wired until the process stops. */
@Component
final class WebhookDelivery implements SmartLifecycle {

    private final Supplier<DeliveryRunner> runners;

    @GuardedBy("this")
    private @Nullable DeliveryRunner running;

    WebhookDelivery(
            ProcessStores stores,
            TokenStore tokens,
            EventTail tail,
            CommandSide commands,
            DeliveryHold hold,
            KeyStore keys,
            WebhookCalls calls,
            DeliveryFigures figures) {
        runners = () -> new DeliveryRunner(
                new DeliveryRunner.Stores(stores.open(ProcessStores.WEBHOOKS), tokens, tail),
                commands,
                hold,
                new WebhookSecrets(keys.installationSecret(WebhookSecrets.SECRET)),
                calls,
                figures,
                Clock.systemUTC());
    }

    @Override
    public synchronized void start() {
        DeliveryRunner runner = runners.get();
        runner.start();
        running = runner;
    }

    @Override
    public synchronized void stop() {
        if (running != null) {
            running.close();
            running = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return running != null;
    }

    /** Starts after Axon has its handlers, because the delivery sends a command when it disables a webhook. */
    @Override
    public int getPhase() {
        return SpringAxonConfiguration.LIFECYCLE_PHASE + 1;
    }
}
