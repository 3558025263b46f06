package encore.command.webhooks.delivery;

import encore.command.webhooks.delivery.health.CallOutcome;
import encore.command.webhooks.delivery.health.EndpointHealth;
import encore.command.webhooks.delivery.health.EndpointHealth.Verdict;
import encore.command.webhooks.delivery.health.FailureKind;
import encore.command.webhooks.delivery.health.RateLimit;
import encore.command.webhooks.delivery.health.RetrySchedule;
import encore.command.webhooks.delivery.queue.Message;
import encore.infra.eventstore.process.webhooks.StoredAttempts.StoredAttempt;
import encore.infra.eventstore.process.webhooks.StoredEndpoint;
import encore.infra.eventstore.process.webhooks.StoredEndpoint.AttemptNumbers;
import encore.infra.eventstore.process.webhooks.StoredLetter;
import encore.kernel.webhooks.WebhookFault;
import encore.kernel.webhooks.WebhookId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One webhook while this node delivers: its backlog, its health and what is to be stored of it. One thread uses it. */
final class Endpoint {

    /** The most calls at once. The client has as many connections to a host. */
    private static final int MAX_IN_FLIGHT = 20;

    private static final int FIRST_IN_FLIGHT = 4;

    /** The pause after a message that could not be made, because the log could not be read. */
    private static final long UNSENT_PAUSE = 1_000;

    final WebhookId webhook;
    final Backlog live;
    final List<Replay> replays = new ArrayList<>();
    final EndpointHealth health;
    final List<StoredAttempt> attempts = new ArrayList<>();
    final List<StoredLetter> letters = new ArrayList<>();
    private final RateLimit rate = new RateLimit();

    private Subscription subscription = Subscription.NONE;
    AttemptNumbers attemptNumbers = AttemptNumbers.NONE;

    /** A time before which no attempt is stored, as far as it is known; 0 when it is not. */
    long oldestAttempt;

    /** Whether it has not read all that the shared reading has read. */
    boolean isBehind;

    /** Whether it differs from what is stored. */
    boolean isChanged = true;

    /** Whether messages were finished since the mark was moved. */
    boolean hasFinished;

    /** The position of the mark beside the log. */
    long mark;

    private int inFlight;
    private int window = FIRST_IN_FLIGHT;
    private @Nullable WebhookFault fault;

    Endpoint(WebhookId webhook, long read, StoredEndpoint.StoredHealth health) {
        this.webhook = webhook;
        this.live = new Backlog(null, read);
        this.health = new EndpointHealth(health);
        rate.allow(1);
    }

    Subscription subscription() {
        return subscription;
    }

    /** Takes other settings. An endpoint that is enabled again starts in good health. */
    void subscribe(Subscription changed) {
        if (changed.isCalled() && !subscription.isCalled() && subscription != Subscription.NONE) {
            health.reset();
            isChanged = true;
        }
        if (!changed.isCalled()) {
            fault = null;
        }
        subscription = changed;
        rate.allow(changed.settings().maxPerSecond());
    }

    /** Returns whether it takes further events. */
    boolean accepts(Backlog backlog) {
        return subscription.isCalled() && backlog.hasRoom(health.isAtFault());
    }

    /** Returns the next delivery that may be begun at a time, or null. */
    @Nullable
    Delivery next(long now) {
        if (!subscription.isCalled() || fault != null || rate.nextAllowed() > now) {
            return null;
        }
        if (health.isAtFault()) {
            return inFlight > 0 || health.nextProbe() > now ? null : begin(probe(), now);
        }
        return inFlight >= window ? null : begin(message(now), now);
    }

    private @Nullable Delivery message(long now) {
        Message message = live.lanes.next(now);
        if (message != null) {
            return new Delivery(this, live, message);
        }
        Backlog replayed = replays.isEmpty() ? null : replays.getFirst().backlog();
        message = replayed == null ? null : replayed.lanes.next(now);
        return message == null ? null : new Delivery(this, Objects.requireNonNull(replayed), message);
    }

    private @Nullable Delivery probe() {
        Delivery probe = probeOfAnother();
        if (probe == null && !health.probed().isEmpty()) {
            health.probed().clear();
            probe = probeOfAnother();
        }
        return probe;
    }

    private @Nullable Delivery probeOfAnother() {
        Message message = live.lanes.probe(health.probed());
        if (message != null) {
            return new Delivery(this, live, message);
        }
        Backlog replayed = replays.isEmpty() ? null : replays.getFirst().backlog();
        message = replayed == null ? null : replayed.lanes.probe(health.probed());
        return message == null ? null : new Delivery(this, Objects.requireNonNull(replayed), message);
    }

    private @Nullable Delivery begin(@Nullable Delivery delivery, long now) {
        if (delivery != null) {
            rate.count(now);
            inFlight++;
        }
        return delivery;
    }

    /** Takes the outcome of a delivery, and returns who was at fault; null when the message was not sent at all. */
    @Nullable
    Verdict take(Delivery.Outcome outcome) {
        long now = outcome.endedAt();
        inFlight--;
        Backlog backlog = outcome.delivery().backlog();
        Message message = outcome.delivery().message();
        if (outcome.call().failure() == FailureKind.UNSENT) {
            message.retryAt(message.tries(), now + UNSENT_PAUSE);
            backlog.lanes.putBack(message);
            return null;
        }
        isChanged = true;
        attempts.add(attempt(outcome));
        Verdict verdict = health.judge(outcome.call(), message.lane(), now);
        switch (verdict) {
            case DELIVERED -> {
                window = Math.min(MAX_IN_FLIGHT, window + 1);
                backlog.lanes.finish(message);
                hasFinished = true;
            }
            case MESSAGE_AT_FAULT -> retryOrGiveUp(outcome, now);
            case ENDPOINT_AT_FAULT -> {
                window = 1;
                backlog.lanes.putBack(message);
            }
            case GONE -> {
                backlog.lanes.putBack(message);
                fault = WebhookFault.GONE;
            }
        }
        replays.removeIf(Replay::isFinished);
        return verdict;
    }

    private void retryOrGiveUp(Delivery.Outcome outcome, long now) {
        Backlog backlog = outcome.delivery().backlog();
        Message message = outcome.delivery().message();
        int failed = message.tries() + 1;
        if (RetrySchedule.isOver(failed)) {
            CallOutcome call = outcome.call();
            String failure = Objects.requireNonNull(call.failure()).word();
            letters.add(new StoredLetter(outcome.messageId(), message.position(), now, failure, call.status(), failed));
            backlog.lanes.finish(message);
            hasFinished = true;
        } else {
            message.retryAt(failed, now + RetrySchedule.pauseAfter(failed));
            backlog.lanes.putBack(message);
        }
    }

    private static StoredAttempt attempt(Delivery.Outcome outcome) {
        FailureKind failure = outcome.call().failure();
        return new StoredAttempt(
                outcome.messageId(),
                outcome.delivery().message().position(),
                outcome.at(),
                outcome.call().status(),
                outcome.durationMillis(),
                failure == null ? null : failure.word(),
                outcome.delivery().backlog().replayUid != null);
    }

    /** Returns the reason for which it is to be disabled now, or null. */
    @Nullable
    WebhookFault fault() {
        if (fault == null && subscription.isCalled() && health.isGivenUp()) {
            fault = WebhookFault.UNREACHABLE;
        }
        return fault;
    }

    /** Returns whether there is anything to send, to read or to wait for. */
    boolean isBusy() {
        return subscription.isCalled()
                && (isBehind || live.lanes.size() > 0 || !replays.isEmpty() || health.isAtFault());
    }

    /** Returns the time at which it has to be looked at again, in milliseconds since 1970. */
    long nextDue() {
        if (health.isAtFault()) {
            return inFlight > 0 || isEmpty() ? Long.MAX_VALUE : Math.max(health.nextProbe(), rate.nextAllowed());
        }
        if (inFlight >= window) {
            return Long.MAX_VALUE;
        }
        return Math.min(
                due(live),
                replays.isEmpty() ? Long.MAX_VALUE : due(replays.getFirst().backlog()));
    }

    private boolean isEmpty() {
        return live.lanes.size() == 0
                && (replays.isEmpty() || replays.getFirst().backlog().lanes.size() == 0);
    }

    private long due(Backlog backlog) {
        long first = backlog.lanes.readyLanes() > 0 ? 0 : backlog.lanes.nextPauseEnd();
        return Math.max(first, rate.nextAllowed());
    }

    /** Returns the time of its oldest unfinished event in milliseconds since 1970; null when there is none. */
    @Nullable
    Long oldest() {
        Message first = live.lanes.first();
        return first == null || !subscription.isCalled() ? null : (Long) first.eventTime();
    }

    StoredEndpoint stored() {
        return new StoredEndpoint(
                live.stored(),
                !isBehind,
                health.stored(),
                replays.stream().map(Replay::stored).toList(),
                attemptNumbers);
    }
}
