package encore.command.webhooks.delivery;

import encore.command.webhooks.delivery.health.EndpointHealth.Verdict;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.stereotype.Component;

/** The figures of the deliveries that this process made since its start. Any thread reads them. */
@Component
public final class DeliveryFigures {

    /** The kinds of outcomes that are counted. */
    public enum Outcome {
        DELIVERED,
        MESSAGE_AT_FAULT,
        ENDPOINT_AT_FAULT,
        GONE
    }

    private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
    private final LongAdder deadLetters = new LongAdder();
    private volatile long oldest;

    public DeliveryFigures() {
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome, new LongAdder());
        }
    }

    void count(Verdict verdict) {
        count(Outcome.valueOf(verdict.name()));
    }

    private void count(Outcome outcome) {
        LongAdder counter = outcomes.get(outcome);
        if (counter != null) {
            counter.increment();
        }
    }

    void countDeadLetters(int letters) {
        deadLetters.add(letters);
    }

    /** @param eventTime the time of the oldest event that is not delivered, in milliseconds since 1970; 0 for none */
    void waitsSince(long eventTime) {
        oldest = eventTime;
    }

    /** Returns the number of calls with an outcome. */
    public long outcomes(Outcome outcome) {
        LongAdder counter = outcomes.get(outcome);
        return counter == null ? 0 : counter.sum();
    }

    public long deadLetters() {
        return deadLetters.sum();
    }

    /** Returns the age of the oldest event that is not delivered, in seconds; 0 when none waits or another node delivers. */
    public double lagSeconds() {
        long since = oldest;
        return since == 0 ? 0 : Math.max(0, System.currentTimeMillis() - since) / 1_000.0;
    }
}
