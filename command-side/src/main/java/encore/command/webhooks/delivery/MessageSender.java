package encore.command.webhooks.delivery;

import encore.command.webhooks.delivery.calls.WebhookCalls;
import encore.command.webhooks.delivery.health.CallOutcome;
import encore.command.webhooks.delivery.health.FailureKind;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder.UndecodableEvent;
import encore.infra.eventstore.process.webhooks.WebhookMessage;
import encore.kernel.webhooks.signing.WebhookSecrets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends each message on a virtual thread of its own: reads the event, makes the body, signs it and calls. */
final class MessageSender implements AutoCloseable {

    private static final Duration MAX_AGE = Duration.ofMinutes(1);

    private final EventTail tail;
    private final WebhookSecrets secrets;
    private final WebhookCalls calls;
    private final Clock clock;
    private final Consumer<Delivery.Outcome> outcomes;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("webhook-", 0).factory());

    /** @param outcomes takes each outcome, on any thread */
    MessageSender(
            EventTail tail,
            WebhookSecrets secrets,
            WebhookCalls calls,
            Clock clock,
            Consumer<Delivery.Outcome> outcomes) {
        this.tail = tail;
        this.secrets = secrets;
        this.calls = calls;
        this.clock = clock;
        this.outcomes = outcomes;
    }

    void send(Delivery delivery) {
        Subscription subscription = delivery.endpoint().subscription();
        RecordedEvent event = delivery.message().takeEvent();
        threads.execute(() -> outcomes.accept(call(delivery, subscription, event)));
    }

    private Delivery.Outcome call(Delivery delivery, Subscription subscription, @Nullable RecordedEvent known) {
        Instant now = clock.instant();
        long began = System.nanoTime();
        String messageId = "";
        CallOutcome outcome;
        try {
            RecordedEvent event =
                    known == null || isOld(known, now) ? read(delivery.message().position()) : known;
            messageId = event.id().toString();
            WebhookMessage message = WebhookMessage.of(event);
            List<byte[]> signing = secrets.deriveAll(
                    delivery.endpoint().webhook, subscription.secrets().generationsAt(now));
            outcome = calls.post(
                    delivery.endpoint().webhook.account(),
                    subscription.settings().requireUrl(),
                    message.headers(signing, now, delivery.backlog().replayUid),
                    message.body());
        } catch (UndecodableEvent e) {
            outcome = CallOutcome.failed(FailureKind.UNREADABLE);
        } catch (RuntimeException e) {
            outcome = CallOutcome.failed(FailureKind.UNSENT);
        }
        long duration = (System.nanoTime() - began) / 1_000_000;
        return new Delivery.Outcome(delivery, outcome, messageId, now.toEpochMilli(), duration);
    }

    /** An event that waited in memory may contain values that were erased since. */
    private static boolean isOld(RecordedEvent known, Instant now) {
        return known.at().plus(MAX_AGE).isBefore(now);
    }

    /** Reads the event again: a retry sends nothing that was erased since. */
    private RecordedEvent read(long position) {
        return tail.readAt(List.of(position)).getFirst();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
