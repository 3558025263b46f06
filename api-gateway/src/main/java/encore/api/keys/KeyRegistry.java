package encore.api.keys;

import encore.api.paging.CursorKeySource;
import encore.api.problems.Problem;
import encore.api.server.GatewaySettings;
import encore.infra.backend.Backend;
import encore.infra.backend.ControlMessage;
import encore.kernel.people.PersonId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/** Keeps all keys, accounts and address rules in memory, as the query side's control stream sends them. */
@Component
public class KeyRegistry implements CursorKeySource, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(KeyRegistry.class);

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Duration RETRY_DELAY = Duration.ofMillis(100);

    /** How old the known keys may be: a gateway that is cut off for longer admits no calls with them. */
    private static final Duration TRUST_PERIOD = Duration.ofSeconds(1);

    /** How long a call waits for keys that are recent enough: a stall of a machine is no outage. */
    private static final Duration CALL_WAIT = Duration.ofSeconds(2);

    private static final Duration READY_CHECK_INTERVAL = Duration.ofMillis(10);

    /** The largest number of calls that wait. Each one takes memory while more arrive. */
    private static final int MAX_WAITING_CALLS = 4_096;

    private final Backend backend;
    private final GatewaySettings settings;
    private final KnownSessions knownSessions;

    private final Map<Long, AccountState> accounts = new ConcurrentHashMap<>();
    private final Set<PendingCondition> pendingConditions = ConcurrentHashMap.newKeySet();
    private final List<ControlListener> listeners = new CopyOnWriteArrayList<>();
    private final AtomicReference<@Nullable Disposable> subscription = new AtomicReference<>();
    private final AtomicInteger waitingCalls = new AtomicInteger();

    /** Ticks for all calls that wait, and only while one does. */
    private final Flux<Long> readyChecks =
            Flux.interval(READY_CHECK_INTERVAL).onBackpressureDrop().share();

    private volatile Map<String, ActiveKey> keys = Map.of();
    private volatile Map<PersonId, ActivePerson> people = Map.of();
    private volatile Map<Long, Boolean> consoleKeys = Map.of();
    private volatile Map<Long, AddressRules> addresses = Map.of();
    private volatile Map<Long, FanBans> fanBans = Map.of();
    private volatile @Nullable Installation installation;
    private volatile boolean projectionsCaughtUp;
    private volatile long trustedUntil = System.nanoTime();
    private volatile boolean connected;

    /**
     * Whether the stream sends pulses. Its keys are then trusted for a second after the moment at which they were known
     * to match the log, whether the stream is still connected or not.
     */
    private volatile boolean pulsing;

    KeyRegistry(Backend backend, GatewaySettings settings, KnownSessions knownSessions) {
        this.backend = backend;
        this.settings = settings;
        this.knownSessions = knownSessions;
    }

    private record Installation(
            SecretHasher secretHash, byte[] cursors, byte[] console, byte[] links, AccountState operator) {}

    /** Passes messages of the control stream on to a feature, from now on. Features call this before the start. */
    public void addListener(ControlListener listener) {
        listeners.add(listener);
    }

    /** Returns the hash for secrets of this installation. */
    public SecretHasher secretHash() {
        return installation().secretHash();
    }

    @Override
    public byte[] key() {
        return installation().cursors().clone();
    }

    /** Returns the key that signs the console's sessions, the same on every gateway. */
    public byte[] consoleKey() {
        return installation().console().clone();
    }

    /** Returns the key that seals the fans of personal links, the same on every gateway; empty when none was sent. */
    public byte[] linkKey() {
        return installation().links().clone();
    }

    /** Whether the keys are loaded and recent enough to admit a call that comes now. */
    public boolean isReady() {
        return isReadyFor(System.nanoTime());
    }

    /**
     * Whether the keys are recent enough for a call that came at a moment. They are judged by that moment and not by the
     * present, so that a call that waits also ends when the query nodes stay late.
     */
    private boolean isReadyFor(long cameAt) {
        return installation != null && (connected && !pulsing || cameAt - trustedUntil < 0);
    }

    /** Whether calls are answered, though some may have to wait. */
    public boolean isServing() {
        return installation != null && silence().compareTo(TRUST_PERIOD.plus(CALL_WAIT)) < 0;
    }

    /**
     * Completes when the keys are recent enough for a call that comes now. Fails with a {@link Problem} when they are
     * not after two seconds, or when too many calls wait.
     */
    public Mono<Void> whenReady() {
        return Mono.defer(() -> {
            long cameAt = System.nanoTime();
            if (isReadyFor(cameAt)) {
                return Mono.empty();
            }
            if (waitingCalls.incrementAndGet() > MAX_WAITING_CALLS) {
                waitingCalls.decrementAndGet();
                return Mono.error(notReady());
            }
            return readyChecks
                    .filter(tick -> isReadyFor(cameAt))
                    .next()
                    .timeout(CALL_WAIT, Mono.error(KeyRegistry::notReady))
                    .publishOn(Schedulers.parallel()) // One thread wakes all calls that wait.
                    .doFinally(end -> waitingCalls.decrementAndGet())
                    .then();
        });
    }

    /** Returns for how long this gateway has heard nothing of its query side; zero while {@link #isReady}. */
    public Duration silence() {
        return isReady() ? Duration.ZERO : TRUST_PERIOD.plusNanos(Math.max(0, System.nanoTime() - trustedUntil));
    }

    /** Whether every projection has reached the head that the log had at the start. */
    public boolean isCaughtUp() {
        return projectionsCaughtUp;
    }

    /**
     * Completes when this gateway accepts the key, so that a caller can use a key that was just issued. It also
     * completes after a second without the key when the stream sends no pulses or is no longer trusted, and when the
     * stream has advanced by a second without the key: then the key has already been revoked.
     */
    public Mono<Void> whenKnown(String apiKey) {
        return awaitCondition(() -> keys.containsKey(apiKey));
    }

    /** Completes when this gateway no longer accepts the key, or under the same conditions as {@link #whenKnown}. */
    public Mono<Void> whenForgotten(String apiKey) {
        return awaitCondition(() -> !keys.containsKey(apiKey));
    }

    private Mono<Void> awaitCondition(BooleanSupplier wanted) {
        return Mono.defer(() -> {
            // A message under way may arrive later than a pulse, so the wait is measured by the sender's time and not
            // by the local clock.
            long trustedAfter = System.nanoTime() + 2 * TRUST_PERIOD.toNanos();
            PendingCondition pendingCondition =
                    new PendingCondition(() -> wanted.getAsBoolean() || trustedUntil - trustedAfter > 0, Sinks.empty());
            pendingConditions.add(pendingCondition);
            pendingCondition.check();
            return awaitCompletion(pendingCondition)
                    .publishOn(Schedulers.parallel()) // The emitting thread may be a projection's.
                    .doFinally(end -> pendingConditions.remove(pendingCondition));
        });
    }

    private Mono<Void> awaitCompletion(PendingCondition pendingCondition) {
        return pendingCondition
                .completion()
                .asMono()
                .timeout(
                        TRUST_PERIOD,
                        Mono.defer(() -> pulsing && isReady() ? awaitCompletion(pendingCondition) : Mono.empty()));
    }

    /** A condition that somebody awaits; each message of the stream checks it again. */
    private record PendingCondition(BooleanSupplier condition, Sinks.Empty<Void> completion) {
        void check() {
            if (condition.getAsBoolean()) {
                completion.tryEmitEmpty();
            }
        }
    }

    @Nullable
    public ActiveKey find(String apiKey) {
        return keys.get(apiKey);
    }

    /** Returns a person who may sign in now; null for none. */
    @Nullable
    public ActivePerson findPerson(PersonId person) {
        return people.get(person);
    }

    /** Whether key pairs of an account may sign in at the console. */
    public boolean areConsoleKeysAllowed(long account) {
        return consoleKeys.getOrDefault(account, true);
    }

    /**
     * Completes when this gateway knows a person as they are wanted, or under the same conditions as {@link #whenKnown}.
     *
     * @param wanted gets the person, and null for one who may not sign in
     */
    public Mono<Void> whenPerson(PersonId person, Predicate<@Nullable ActivePerson> wanted) {
        return awaitCondition(() -> wanted.test(people.get(person)));
    }

    /** Completes when this gateway knows whether key pairs may sign in, or under the same conditions as {@link #whenKnown}. */
    public Mono<Void> whenConsoleKeys(long account, boolean areAllowed) {
        return awaitCondition(() -> areConsoleKeysAllowed(account) == areAllowed);
    }

    /**
     * Completes when this gateway knows that a console session has ended, or under the same conditions as
     * {@link #whenKnown}.
     */
    public Mono<Void> whenEnded(String apiKey, String session) {
        return awaitCondition(() -> {
            ActiveKey key = find(apiKey);
            return key == null || key.isSessionEnded(session);
        });
    }

    /** Completes when this gateway knows a monitored address, or under the same conditions as {@link #whenKnown}. */
    public Mono<Void> whenMonitored(long account, String uid) {
        return awaitCondition(() -> addresses(account).contains(uid));
    }

    /**
     * Completes when this gateway has dropped a monitored address, or under the same conditions as {@link #whenKnown}.
     */
    public Mono<Void> whenNotMonitored(long account, String uid) {
        return awaitCondition(() -> !addresses(account).contains(uid));
    }

    /** Returns the rules for the addresses that an account monitors. */
    public AddressRules addresses(long account) {
        return addresses.getOrDefault(account, AddressRules.NONE);
    }

    /** Returns the fans whom an account has banned from its shows. */
    public FanBans fanBans(long account) {
        return fanBans.getOrDefault(account, FanBans.NONE);
    }

    /**
     * Completes when this gateway knows that a fan is banned from a show, or under the same conditions as
     * {@link #whenKnown}.
     */
    public Mono<Void> whenBanned(long account, long pageTabId, long fanId, boolean isMute) {
        return awaitCondition(() -> {
            FanBans bans = fanBans(account);
            Instant now = Instant.now();
            return isMute ? bans.isBanned(pageTabId, fanId, now) : bans.isShutOut(pageTabId, fanId, now);
        });
    }

    /**
     * Completes when this gateway knows that a fan is no longer banned from a show, or under the same conditions as
     * {@link #whenKnown}.
     */
    public Mono<Void> whenUnbanned(long account, long pageTabId, long fanId) {
        return awaitCondition(() -> !fanBans(account).isBanned(pageTabId, fanId, Instant.now()));
    }

    public AccountState account(long account) {
        AccountState accountState = accounts.get(account);
        if (accountState == null) {
            throw notReady();
        }
        return accountState;
    }

    /**
     * Returns an account that a caller names before any key is known, or null when there is none. The caller waits for
     * {@link #whenReady} first.
     */
    public @Nullable AccountState findAccount(long account) {
        return accounts.get(account);
    }

    /** Returns the state that counts the operator's own calls, which belong to no account. */
    public AccountState operator() {
        return installation().operator();
    }

    private Installation installation() {
        Installation known = installation;
        if (known == null) {
            throw notReady();
        }
        return known;
    }

    private static Problem notReady() {
        return Problem.unavailable(
                "not-ready", "The gateway is starting or cut off from the query side; try again soon.", RETRY_AFTER);
    }

    @Override
    public void start() {
        subscription.set(backend.control()
                .doOnSubscribe(begin -> LOG.debug("Following keys and accounts"))
                .transformDeferred(control -> {
                    ControlReader controlReader = new ControlReader();
                    return control.doOnNext(controlReader::apply);
                })
                .doFinally(end -> disconnected())
                .repeatWhen(ended -> ended.delayElements(RETRY_DELAY))
                .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, RETRY_DELAY))
                .subscribe());
    }

    private void disconnected() {
        // First the trust: who asks in between must not find a gateway that was never connected.
        if (!pulsing) {
            trustedUntil = System.nanoTime() + TRUST_PERIOD.toNanos();
        }
        connected = false;
        knownSessions.forgetAll();
    }

    @Override
    public void stop() {
        Disposable disposable = subscription.getAndSet(null);
        if (disposable != null) {
            disposable.dispose();
        }
    }

    @Override
    public boolean isRunning() {
        return subscription.get() != null;
    }

    /**
     * Reads one subscription to the stream. Its keys are collected separately and replace the known ones when all have
     * arrived, so that a key that was revoked in between disappears.
     */
    private final class ControlReader {

        private final Map<String, ActiveKey> newKeys = new ConcurrentHashMap<>();
        private final Map<PersonId, ActivePerson> newPeople = new ConcurrentHashMap<>();
        private final Map<Long, Boolean> newConsoleKeys = new ConcurrentHashMap<>();
        private final Map<Long, ControlMessage.Account> newAccounts = new HashMap<>();
        private final Map<Long, AddressRules> newAddresses = new ConcurrentHashMap<>();
        private final Map<Long, FanBans> newFanBans = new ConcurrentHashMap<>();
        private ControlMessage.@Nullable Secrets secrets;
        private boolean complete;

        /** The {@link System#nanoTime} at which the received state matched the log; null before the first pulse. */
        private @Nullable Long asOf;

        void apply(ControlMessage message) {
            switch (message) {
                case ControlMessage.Secrets received -> secrets = received;
                case ControlMessage.Key key -> newKeys.put(key.apiKey(), new ActiveKey(key));
                case ControlMessage.KeyRevoked revoked -> newKeys.remove(revoked.apiKey());
                case ControlMessage.Person person ->
                    newPeople.put(new PersonId(person.account(), person.personUid()), new ActivePerson(person));
                case ControlMessage.PersonGone gone -> newPeople.remove(new PersonId(gone.account(), gone.personUid()));
                case ControlMessage.ConsoleKeys console -> newConsoleKeys.put(console.account(), console.areAllowed());
                case ControlMessage.Account account -> addAccount(account);
                case ControlMessage.MonitoredAddress address ->
                    addressRules(address.account()).add(address);
                case ControlMessage.ForgottenAddress address ->
                    addressRules(address.account()).remove(address.uid());
                case ControlMessage.BannedFan banned -> {
                    newFanBans
                            .computeIfAbsent(banned.account(), number -> new FanBans())
                            .add(banned);
                    passOn(banned);
                }
                case ControlMessage.UnbannedFan unbanned ->
                    newFanBans
                            .computeIfAbsent(unbanned.account(), number -> new FanBans())
                            .remove(unbanned);
                case ControlMessage.SessionsEnded ended -> knownSessions.ended(ended.account(), ended.sessionHashes());
                case ControlMessage.FanErased erased -> {
                    knownSessions.erased(erased.account(), erased.fanId());
                    passOn(erased);
                }
                case ControlMessage.Ready ready -> activate(ready.position());
                case ControlMessage.CaughtUp now -> projectionsCaughtUp = true;
                case ControlMessage.Pulse pulse -> asOf(pulse.age());
                case ControlMessage.RemovedMedia ofAFeature -> passOn(ofAFeature);
                case ControlMessage.TrackersChanged ofAFeature -> passOn(ofAFeature);
            }
            pendingConditions.forEach(PendingCondition::check);
        }

        private void passOn(ControlMessage message) {
            listeners.forEach(listener -> listener.receive(message));
        }

        /** Notes the age of the received state: a replayed message may arrive now and still describe an old state. */
        private void asOf(long age) {
            pulsing = true;
            asOf = System.nanoTime() - Duration.ofMillis(age).toNanos();
            extendTrust();
        }

        private void extendTrust() {
            Long known = asOf;
            if (complete && known != null) {
                trustedUntil = known + TRUST_PERIOD.toNanos();
            }
        }

        private AddressRules addressRules(long account) {
            return newAddresses.computeIfAbsent(account, number -> new AddressRules());
        }

        private void addAccount(ControlMessage.Account account) {
            if (complete) {
                putAccount(account, 0);
            } else {
                newAccounts.put(account.account(), account);
            }
        }

        private void activate(long head) {
            ControlMessage.Secrets received = secrets;
            if (received == null) {
                throw new IllegalStateException("The control stream did not begin with the installation's secrets");
            }
            complete = true;
            // Ends of sessions were missed before this subscription began.
            knownSessions.begin(received.sessions());
            newAccounts.values().forEach(account -> putAccount(account, head));
            newAccounts.clear();
            keys = newKeys;
            people = newPeople;
            consoleKeys = newConsoleKeys;
            addresses = newAddresses;
            fanBans = newFanBans;
            listeners.forEach(listener -> listener.begins(head));
            if (installation == null) {
                AccountState operator = new AccountState(
                        new ControlMessage.Account(0, "operator", null, List.of(), ""), settings, head);
                installation = new Installation(
                        new SecretHasher(received.apiSecrets()),
                        received.cursors(),
                        received.console(),
                        received.links(),
                        operator);
            }
            LOG.info("Keys and accounts are known as of position {}", head);
            extendTrust();
            connected = true;
        }

        private void putAccount(ControlMessage.Account account, long head) {
            accounts.compute(account.account(), (number, accountState) -> {
                if (accountState == null) {
                    return new AccountState(account, settings, head);
                }
                accountState.update(account);
                return accountState;
            });
        }
    }
}
