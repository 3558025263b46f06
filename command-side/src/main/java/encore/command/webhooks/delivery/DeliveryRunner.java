package encore.command.webhooks.delivery;

import encore.command.webhooks.delivery.calls.WebhookCalls;
import encore.command.webhooks.delivery.health.EndpointHealth.Verdict;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.deliveries.DeliveryHold;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.log.TroubleLog;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.ProcessStore.Lease;
import encore.infra.eventstore.process.ProcessStore.NotOwner;
import encore.kernel.published.PublishedData;
import encore.kernel.webhooks.signing.WebhookSecrets;
import java.time.Clock;
import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Delivers to all webhooks on its own thread while this process owns the delivery. Each round takes outcomes, reads the log,
 * sends what may be sent, and stores the progress once a second. A message is sent again if the process ends before its
 * outcome is stored.
 */
final class DeliveryRunner implements AutoCloseable {

    /** The name of the thread, and of the sender of commands. */
    private static final String NAME = "webhooks";

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryRunner.class);
    private static final TroubleLog TROUBLES = new TroubleLog(LOG);
    private static final long HEARTBEAT = Duration.ofMillis(500).toNanos();
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final ProcessStore entries;
    private final TokenStore tokens;
    private final EventTail tail;
    private final CommandSide commands;
    private final DeliveryHold hold;
    private final Clock clock;
    private final DeliveryFigures figures;
    private final MessageSender sender;
    private final Queue<Delivery.Outcome> outcomes = new ConcurrentLinkedQueue<>();
    private final Thread thread = Thread.ofPlatform().daemon().name(NAME).unstarted(this::run);
    private AutoCloseable subscription = () -> {};
    private volatile boolean closed;
    private volatile boolean woken;

    /** Without webhooks, the log is read by the heartbeat alone. */
    private volatile boolean hasWebhooks;

    /** Whether a round failed or another process ran it since the state was loaded. Then loading it is news. */
    private boolean interrupted;

    private @Nullable State state;
    private Lease lease = new Lease(0, "", Set.of());
    private long leaseRenewedAt;

    /** The webhooks, while this process owns the delivery. */
    private record State(Endpoints endpoints, LogReading reading, ProgressWriter writer, Disabler disabler) {}

    /** The log, and what lies beside it. */
    record Stores(ProcessStore entries, TokenStore tokens, EventTail tail) {}

    DeliveryRunner(
            Stores stores,
            CommandSide commands,
            DeliveryHold hold,
            WebhookSecrets secrets,
            WebhookCalls calls,
            DeliveryFigures figures,
            Clock clock) {
        this.entries = stores.entries();
        this.tokens = stores.tokens();
        this.tail = stores.tail();
        this.commands = commands;
        this.hold = hold;
        this.clock = clock;
        this.figures = figures;
        this.sender = new MessageSender(tail, secrets, calls, clock, outcome -> {
            outcomes.add(outcome);
            wake();
        });
    }

    void start() {
        thread.start();
    }

    /** Lets the next round begin at once. */
    void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            try {
                if (tail.isBroken()) {
                    LOG.error(
                            "Webhooks stop in this process, since the log is broken here; another process takes over");
                    dropState();
                    entries.release();
                    return;
                }
                woken = false;
                boolean more = runOnce();
                TROUBLES.recovered(NAME);
                if (!more) {
                    sleep();
                }
            } catch (NotOwner e) {
                LOG.info("Webhooks continue in another process");
                interrupted = true;
                dropState();
            } catch (RuntimeException | Error e) {
                interrupted = true;
                TROUBLES.failed(NAME, e, String.valueOf(e));
                dropState();
                LockSupport.parkNanos(HEARTBEAT);
            }
        }
    }

    private void sleep() {
        long until = leaseRenewedAt + HEARTBEAT;
        State current = state;
        if (current != null && !hold.isHeld()) {
            long now = clock.millis();
            for (Endpoint endpoint : current.endpoints().all()) {
                if (endpoint.isBusy()) {
                    long left = Math.max(1, endpoint.nextDue() - now);
                    until = left > 500 ? until : Math.min(until, System.nanoTime() + left * 1_000_000);
                }
            }
        }
        while (!woken && !closed && until - System.nanoTime() > 0) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    /**
     * Does one round of work.
     *
     * @return whether there is more to do at once
     */
    private boolean runOnce() {
        long now = System.nanoTime();
        if (state == null || now - leaseRenewedAt >= HEARTBEAT) {
            renewLease(now);
        }
        if (!lease.isHeldHere()) {
            interrupted = true;
            return false;
        }
        State current = state == null ? load() : state;
        state = current;
        takeOutcomes(current);
        boolean more = current.reading().read();
        hasWebhooks = !current.endpoints().all().isEmpty();
        if (!hold.isHeld()) {
            send(current);
            current.disabler().disable(clock.millis());
        }
        current.writer().write(now, clock.millis());
        return more;
    }

    /** Work on many webhooks may take longer than a lease, where each entry is read over a network. */
    private void keepLease() {
        long now = System.nanoTime();
        if (now - leaseRenewedAt >= HEARTBEAT) {
            long term = lease.term();
            lease = entries.acquireLease();
            leaseRenewedAt = now;
            if (lease.term() != term) {
                throw new NotOwner(NAME);
            }
        }
    }

    private void renewLease(long now) {
        long term = lease.term();
        lease = entries.acquireLease();
        leaseRenewedAt = now;
        if (lease.term() != term) {
            dropState();
        }
    }

    /** Drops the webhooks in memory. Outcomes that come later are of messages that are sent again. */
    private void dropState() {
        State dropped = state;
        state = null;
        figures.waitsSince(0);
        if (dropped != null) {
            closeQuietly(dropped.reading());
            closeQuietly(subscription);
            subscription = () -> {};
        }
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            LOG.debug("A reader of the log did not close", e);
        }
    }

    private State load() {
        var store = new DeliveryStore(entries, tokens);
        if (tail.head() < store.position()) {
            throw new IllegalStateException("The log ends at " + tail.head() + ", but webhooks have reached "
                    + store.position() + ": this process is behind, or events are missing.");
        }
        var endpoints = new Endpoints();
        var reading = new LogReading(tail, store, endpoints);
        reading.load(this::keepLease);
        subscription = tail.onAppended(allTypes(), () -> {
            if (hasWebhooks) {
                wake();
            }
        });
        LOG.atLevel(interrupted ? Level.INFO : Level.DEBUG)
                .log(
                        "Webhooks continue after position {}: {} of them",
                        reading.position(),
                        endpoints.all().size());
        interrupted = false;
        return new State(
                endpoints,
                reading,
                new ProgressWriter(endpoints, reading, store, figures, this::keepLease),
                new Disabler(NAME, endpoints, reading, commands));
    }

    /** An event of a type that no webhook wants wakes the thread in vain, which costs little. */
    private static Set<Class<?>> allTypes() {
        return Set.copyOf(PublishedData.types().values());
    }

    private void takeOutcomes(State current) {
        for (Delivery.Outcome outcome = outcomes.poll(); outcome != null; outcome = outcomes.poll()) {
            Endpoint endpoint = outcome.delivery().endpoint();
            if (current.endpoints().find(endpoint.webhook) != endpoint) {
                continue;
            }
            Verdict verdict = endpoint.take(outcome);
            if (verdict != null) {
                figures.count(verdict);
            }
        }
    }

    private void send(State current) {
        long now = clock.millis();
        Long oldest = null;
        for (Endpoint endpoint : current.endpoints().all()) {
            if (!endpoint.isBusy()) {
                continue;
            }
            Delivery delivery = endpoint.next(now);
            while (delivery != null) {
                sender.send(delivery);
                delivery = endpoint.next(now);
            }
            Long waiting = endpoint.oldest();
            oldest = oldest == null || waiting != null && waiting < oldest ? waiting : oldest;
        }
        figures.waitsSince(oldest == null ? 0 : oldest);
    }

    @Override
    public void close() {
        closed = true;
        wake();
        try {
            thread.join(STOP_TIMEOUT);
            State last = state;
            if (!thread.isAlive() && last != null) {
                takeOutcomes(last);
                last.writer().writeLast(clock.millis());
                dropState();
            }
            sender.close();
            entries.release();
        } catch (Exception e) {
            LOG.warn("The webhooks' progress was not stored; some messages are sent again: {}", String.valueOf(e));
        }
    }
}
