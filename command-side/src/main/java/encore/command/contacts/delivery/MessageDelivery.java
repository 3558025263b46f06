package encore.command.contacts.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.command.contacts.delivery.MessageChannel.Result;
import encore.infra.eventstore.deliveries.DeliveryHold;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.messages.DeliveryOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Sends messages on threads of its own, so that a slow server holds up neither commands nor the messages of the other
 * kind. A message has one attempt at a time. A caller that gets no outcome asks again later, under the same id.
 */
@Component
public class MessageDelivery implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(MessageDelivery.class);
    private static final int THREADS = 32;
    private static final int MAX_WAITING = 10_000;

    /** How long the first caller waits: most servers answer sooner. */
    private static final Duration FIRST_WAIT = Duration.ofMillis(100);

    /**
     * How long attempts are remembered: longer than any of them may take, its time in the queue included. The outcome of a
     * message is remembered as well, in case it cannot be recorded at once.
     */
    private static final Duration KEPT = Duration.ofMinutes(5);

    /** How long an attempt may still be running after the time from which none begins. */
    private static final Duration LONGEST_ATTEMPT = Duration.ofMinutes(1);

    private final MessageChannels channels;
    private final DeliveryHold hold;
    private final Map<ContactKind, ThreadPoolExecutor> threads = new EnumMap<>(ContactKind.class);
    private final Map<ContactKind, Boolean> isFailing = Collections.synchronizedMap(new EnumMap<>(ContactKind.class));
    private final Cache<String, CompletableFuture<Result>> attempts =
            Caffeine.newBuilder().expireAfterWrite(KEPT).executor(Runnable::run).build();

    MessageDelivery(MessageChannels channels, DeliveryHold hold) {
        this.channels = channels;
        this.hold = hold;
        for (ContactKind kind : ContactKind.values()) {
            ThreadPoolExecutor pool = new ThreadPoolExecutor(
                    THREADS,
                    THREADS,
                    1,
                    TimeUnit.MINUTES,
                    new LinkedBlockingQueue<>(MAX_WAITING),
                    Thread.ofPlatform()
                            .daemon()
                            .name("messages-" + kind.word() + "-", 0)
                            .factory());
            pool.allowCoreThreadTimeOut(true);
            threads.put(kind, pool);
        }
    }

    /**
     * Delivers a message, in as many attempts as the time allows.
     *
     * @param message makes the message for an attempt
     * @param sendBefore the time from which no attempt begins any more
     * @return the outcome; null when it is not known yet, or when another attempt may succeed
     */
    public @Nullable DeliveryOutcome deliver(
            ContactKind kind, String messageId, Supplier<OutgoingMessage> message, Instant sendBefore, Instant now) {
        if (now.isBefore(sendBefore)) {
            return attempt(kind, message.get(), sendBefore);
        }
        return isRunning(messageId) && now.isBefore(sendBefore.plus(LONGEST_ATTEMPT)) ? null : lateOutcome(messageId);
    }

    /** Begins an attempt, or looks at the one that runs. */
    @Nullable
    DeliveryOutcome attempt(ContactKind kind, OutgoingMessage message, Instant sendBefore) {
        MessageChannel channel = channels.of(kind);
        if (channel == null) {
            return DeliveryOutcome.NO_CHANNEL;
        }
        if (hold.isHeld() && channel.isOutside()) {
            return null;
        }
        CompletableFuture<Result> fresh = new CompletableFuture<>();
        CompletableFuture<Result> running = attempts.asMap().putIfAbsent(message.messageId(), fresh);
        if (running == null) {
            begin(kind, channel, message, sendBefore, fresh);
        }
        Result result = running == null ? awaitBriefly(fresh) : running.getNow(null);
        if (result == Result.UNREACHABLE) {
            attempts.asMap().remove(message.messageId(), running == null ? fresh : running);
        }
        return outcome(result);
    }

    private void begin(
            ContactKind kind,
            MessageChannel channel,
            OutgoingMessage message,
            Instant sendBefore,
            CompletableFuture<Result> attempt) {
        try {
            pool(kind).execute(() -> attempt.complete(send(kind, channel, message, sendBefore)));
        } catch (RejectedExecutionException full) {
            attempt.complete(Result.UNREACHABLE);
        }
    }

    private Result send(ContactKind kind, MessageChannel channel, OutgoingMessage message, Instant sendBefore) {
        if (!Instant.now().isBefore(sendBefore)) {
            return Result.UNREACHABLE;
        }
        Result result;
        try {
            result = channel.send(message);
        } catch (RuntimeException fault) {
            // The message of a fault may be personal.
            LOG.error("A message could not be sent: {}", fault.getClass().getName());
            result = Result.UNREACHABLE;
        }
        report(kind, result == Result.UNREACHABLE);
        return result;
    }

    /** Logs once that a channel fails, and once that it works again. */
    private void report(ContactKind kind, boolean fails) {
        if (!Boolean.valueOf(fails).equals(isFailing.put(kind, fails)) && fails) {
            LOG.warn("Messages by {} cannot be delivered now; they are tried again", kind.word());
        }
    }

    private static @Nullable Result awaitBriefly(CompletableFuture<Result> attempt) {
        try {
            return attempt.get(FIRST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException running) {
            return null;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns whether this process began an attempt at the message that runs, or that has an outcome. */
    public boolean isBegun(String messageId) {
        return attempts.getIfPresent(messageId) != null;
    }

    /** Returns whether an attempt at the message runs in this process. */
    boolean isRunning(String messageId) {
        CompletableFuture<Result> running = attempts.getIfPresent(messageId);
        return running != null && !running.isDone();
    }

    /** Returns the outcome of a message for which no attempt may begin any more. */
    DeliveryOutcome lateOutcome(String messageId) {
        CompletableFuture<Result> last = attempts.getIfPresent(messageId);
        DeliveryOutcome outcome = last == null ? null : outcome(last.getNow(null));
        return outcome == null ? DeliveryOutcome.EXPIRED : outcome;
    }

    private static @Nullable DeliveryOutcome outcome(@Nullable Result result) {
        return switch (result) {
            case null -> null;
            case SENT -> DeliveryOutcome.SENT;
            case SHOWN -> DeliveryOutcome.SHOWN;
            case REJECTED -> DeliveryOutcome.REJECTED;
            case UNREACHABLE -> null;
        };
    }

    private ThreadPoolExecutor pool(ContactKind kind) {
        return Objects.requireNonNull(threads.get(kind));
    }

    @Override
    public void destroy() {
        threads.values().forEach(ThreadPoolExecutor::shutdownNow);
    }
}
