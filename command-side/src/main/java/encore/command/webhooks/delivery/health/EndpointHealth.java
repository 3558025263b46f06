package encore.command.webhooks.delivery.health;

import encore.infra.eventstore.process.webhooks.StoredEndpoint.StoredHealth;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides whether the endpoint or a message is at fault. An endpoint at fault is probed now and then until a message is
 * delivered. One thread uses it.
 */
public final class EndpointHealth {

    private static final long FIRST_WAIT = Duration.ofSeconds(5).toMillis();
    private static final long LONGEST_WAIT = Duration.ofMinutes(5).toMillis();
    private static final long REFUSING = Duration.ofMinutes(1).toMillis();
    private static final long GIVEN_UP = Duration.ofDays(5).toMillis();
    private static final int REFUSED_LANES = 3;

    private long faultSince;
    private long nextProbe;
    private int probes;
    private boolean isGivenUp;

    /** The time of the first message since the last success that failed by a status of its own; 0 for none. */
    private long refusingSince;

    private final Set<String> refusedLanes = new HashSet<>();
    private final Set<String> probed = new HashSet<>();

    /** The consequence of an outcome. */
    public enum Verdict {
        DELIVERED,
        MESSAGE_AT_FAULT,
        ENDPOINT_AT_FAULT,
        GONE
    }

    public EndpointHealth(StoredHealth stored) {
        faultSince = stored.faultSince();
        nextProbe = stored.nextProbe();
        probes = stored.probes();
    }

    /** Decides who is at fault, and when the endpoint is called again. */
    public Verdict judge(CallOutcome outcome, String lane, long now) {
        if (outcome.failure() == null) {
            reset();
            return Verdict.DELIVERED;
        }
        if (outcome.isGone()) {
            return Verdict.GONE;
        }
        if (outcome.failure() == FailureKind.UNREADABLE) {
            return Verdict.MESSAGE_AT_FAULT;
        }
        if (!outcome.blamesEndpoint() && !isRefusingAll(lane, now)) {
            nextProbe = 0;
            return Verdict.MESSAGE_AT_FAULT;
        }
        waitForProbe(outcome, lane, now);
        return Verdict.ENDPOINT_AT_FAULT;
    }

    /** Messages of three fans or streams have failed for a minute, and none was delivered between. */
    private boolean isRefusingAll(String lane, long now) {
        if (refusedLanes.isEmpty()) {
            refusingSince = now;
        }
        if (refusedLanes.size() < REFUSED_LANES) {
            refusedLanes.add(lane);
        }
        return refusedLanes.size() >= REFUSED_LANES && now - refusingSince >= REFUSING;
    }

    private void waitForProbe(CallOutcome outcome, String lane, long now) {
        if (faultSince == 0) {
            faultSince = now;
        }
        probed.add(lane);
        isGivenUp = now - faultSince >= GIVEN_UP;
        if (nextProbe > now) {
            // A call that was sent before the endpoint was known to be at fault. Its Retry-After is kept too.
            nextProbe = Math.max(nextProbe, asked(outcome, now));
            return;
        }
        long pause = Math.min(LONGEST_WAIT, FIRST_WAIT << Math.min(probes, 10));
        probes++;
        nextProbe = Math.max(now + pause, asked(outcome, now));
    }

    /** Returns until when the endpoint asks to wait. The last probe comes before it is given up. */
    private long asked(CallOutcome outcome, long now) {
        Duration retryAfter = outcome.retryAfter();
        return retryAfter == null ? 0 : Math.min(now + retryAfter.toMillis(), faultSince + GIVEN_UP);
    }

    /** Forgets all failures. */
    public void reset() {
        faultSince = 0;
        nextProbe = 0;
        probes = 0;
        isGivenUp = false;
        refusingSince = 0;
        refusedLanes.clear();
        probed.clear();
    }

    /** Returns whether the endpoint is at fault. Then one message at a time is sent, as a probe. */
    public boolean isAtFault() {
        return nextProbe > 0;
    }

    /** Returns the time of the next probe in milliseconds since 1970. */
    public long nextProbe() {
        return nextProbe;
    }

    /** Returns whether the endpoint has been at fault for so long that it is called no more. */
    public boolean isGivenUp() {
        return isGivenUp;
    }

    /** Returns the fans or streams whose messages were probes since all of them were. */
    public Set<String> probed() {
        return probed;
    }

    public StoredHealth stored() {
        return new StoredHealth(faultSince, nextProbe, probes);
    }
}
