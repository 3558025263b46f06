package encore.api.keys;

import encore.api.paging.Signer;
import encore.api.problems.Problem;
import encore.api.server.GatewaySettings;
import encore.infra.backend.Backend;
import encore.infra.backend.Control;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/** Keeps all keys, accounts and address rules in memory, as the query side's control stream sends them. */
@Component
public class Keys implements Signer, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Keys.class);

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Duration TRY_AGAIN = Duration.ofMillis(100);

    /** How old the known keys may be: a gateway that is cut off for longer admits no calls with them. */
    private static final Duration TRUSTED = Duration.ofSeconds(1);

    private final Backend backend;
    private final GatewaySettings settings;

    private final Map<Long, KnownAccount> accounts = new ConcurrentHashMap<>();
    private final Set<Waiting> waitingForNews = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Disposable> following = new AtomicReference<>();

    private volatile Map<String, KnownKey> keys = Map.of();
    private volatile Map<Long, KnownAddresses> addresses = Map.of();
    private volatile @Nullable Installation installation;
    private volatile boolean caughtUp;
    private volatile long trustedUntil = System.nanoTime();
    private volatile boolean connected;

    /**
     * Whether the stream sends pulses. Its keys are then trusted for a second after the moment at which they were known
     * to match the log, whether the stream is still connected or not.
     */
    private volatile boolean pulsing;

    Keys(Backend backend, GatewaySettings settings) {
        this.backend = backend;
        this.settings = settings;
    }

    private record Installation(SecretHash secretHash, byte[] cursors, byte[] console, KnownAccount operator) {}

    /** Returns the hash for secrets of this installation. */
    public SecretHash secretHash() {
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

    /** Whether the keys are loaded and recent enough to admit calls. */
    public boolean isReady() {
        return installation != null && (connected && !pulsing || System.nanoTime() - trustedUntil < 0);
    }

    /** Whether every projection has reached the head that the log had at the start. */
    public boolean isCaughtUp() {
        return caughtUp;
    }

    /**
     * Completes when this gateway accepts the key, so that a caller can use a key that was just issued. It also
     * completes after a second without the key when the stream sends no pulses or is no longer trusted, and when the
     * stream has advanced by a second without the key: then the key has already been revoked.
     */
    public Mono<Void> whenKnown(String apiKey) {
        return when(() -> keys.containsKey(apiKey));
    }

    /** Completes when this gateway no longer accepts the key, or under the same conditions as {@link #whenKnown}. */
    public Mono<Void> whenForgotten(String apiKey) {
        return when(() -> !keys.containsKey(apiKey));
    }

    private Mono<Void> when(BooleanSupplier wanted) {
        return Mono.defer(() -> {
            // A message under way may arrive later than a pulse, so the wait is measured by the sender's time and not
            // by the local clock.
            long told = System.nanoTime() + 2 * TRUSTED.toNanos();
            Waiting waiting = new Waiting(() -> wanted.getAsBoolean() || trustedUntil - told > 0, Sinks.empty());
            waitingForNews.add(waiting);
            waiting.look();
            return happened(waiting)
                    .publishOn(Schedulers.parallel()) // The emitting thread may be a projection's.
                    .doFinally(end -> waitingForNews.remove(waiting));
        });
    }

    private Mono<Void> happened(Waiting waiting) {
        return waiting.happened()
                .asMono()
                .timeout(TRUSTED, Mono.defer(() -> pulsing && isReady() ? happened(waiting) : Mono.empty()));
    }

    /** A condition that somebody awaits; each message of the stream checks it again. */
    private record Waiting(BooleanSupplier wanted, Sinks.Empty<Void> happened) {
        void look() {
            if (wanted.getAsBoolean()) {
                happened.tryEmitEmpty();
            }
        }
    }

    @Nullable
    public KnownKey find(String apiKey) {
        return keys.get(apiKey);
    }

    /**
     * Completes when this gateway knows that a console session has ended, or under the same conditions as
     * {@link #whenKnown}.
     */
    public Mono<Void> whenEnded(String apiKey, String session) {
        return when(() -> {
            KnownKey key = find(apiKey);
            return key == null || key.hasEnded(session);
        });
    }

    /** Completes when this gateway knows a monitored address, or under the same conditions as {@link #whenKnown}. */
    public Mono<Void> whenMonitored(long account, String uid) {
        return when(() -> addresses(account).has(uid));
    }

    /**
     * Completes when this gateway has dropped a monitored address, or under the same conditions as {@link #whenKnown}.
     */
    public Mono<Void> whenNotMonitored(long account, String uid) {
        return when(() -> !addresses(account).has(uid));
    }

    /** Returns the rules for the addresses that an account monitors. */
    public KnownAddresses addresses(long account) {
        return addresses.getOrDefault(account, KnownAddresses.NONE);
    }

    public KnownAccount account(long account) {
        KnownAccount known = accounts.get(account);
        if (known == null) {
            throw notReady();
        }
        return known;
    }

    /** Returns the state that counts the operator's own calls, which belong to no account. */
    public KnownAccount operator() {
        return installation().operator();
    }

    public void mustBeReady() {
        if (!isReady()) {
            throw notReady();
        }
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
        following.set(backend.control()
                .doOnSubscribe(begin -> LOG.debug("Following keys and accounts"))
                .transformDeferred(control -> {
                    Beginning beginning = new Beginning();
                    return control.doOnNext(beginning::hear);
                })
                .doFinally(end -> lost())
                .repeatWhen(ended -> ended.delayElements(TRY_AGAIN))
                .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, TRY_AGAIN))
                .subscribe());
    }

    private void lost() {
        connected = false;
        if (!pulsing) {
            trustedUntil = System.nanoTime() + TRUSTED.toNanos();
        }
    }

    @Override
    public void stop() {
        Disposable disposable = following.getAndSet(null);
        if (disposable != null) {
            disposable.dispose();
        }
    }

    @Override
    public boolean isRunning() {
        return following.get() != null;
    }

    /**
     * Reads one subscription to the stream. Its keys are collected separately and replace the known ones when all have
     * arrived, so that a key that was revoked in between disappears.
     */
    private final class Beginning {

        private final Map<String, KnownKey> heard = new ConcurrentHashMap<>();
        private final Map<Long, Control.Account> heardAccounts = new HashMap<>();
        private final Map<Long, KnownAddresses> heardAddresses = new ConcurrentHashMap<>();
        private Control.@Nullable Secrets secrets;
        private boolean whole;

        /** The {@link System#nanoTime} at which the received state matched the log; null before the first pulse. */
        private @Nullable Long asOf;

        void hear(Control news) {
            switch (news) {
                case Control.Secrets told -> secrets = told;
                case Control.Key key -> heard.put(key.apiKey(), new KnownKey(key));
                case Control.KeyRevoked revoked -> heard.remove(revoked.apiKey());
                case Control.Account account -> know(account);
                case Control.MonitoredAddress address ->
                    monitored(address.account()).add(address);
                case Control.ForgottenAddress address ->
                    monitored(address.account()).remove(address.uid());
                case Control.Ready ready -> begin(ready.position());
                case Control.CaughtUp now -> caughtUp = true;
                case Control.Pulse pulse -> asOf(pulse.age());
            }
            waitingForNews.forEach(Waiting::look);
        }

        /** Notes the age of the received state: a replayed message may arrive now and still describe an old state. */
        private void asOf(long age) {
            pulsing = true;
            asOf = System.nanoTime() - Duration.ofMillis(age).toNanos();
            trust();
        }

        private void trust() {
            Long known = asOf;
            if (whole && known != null) {
                trustedUntil = known + TRUSTED.toNanos();
            }
        }

        private KnownAddresses monitored(long account) {
            return heardAddresses.computeIfAbsent(account, number -> new KnownAddresses());
        }

        private void know(Control.Account account) {
            if (whole) {
                put(account, 0);
            } else {
                heardAccounts.put(account.account(), account);
            }
        }

        private void begin(long head) {
            Control.Secrets told = secrets;
            if (told == null) {
                throw new IllegalStateException("The control stream did not begin with the installation's secrets");
            }
            whole = true;
            heardAccounts.values().forEach(account -> put(account, head));
            heardAccounts.clear();
            keys = heard;
            addresses = heardAddresses;
            if (installation == null) {
                KnownAccount operator =
                        new KnownAccount(new Control.Account(0, "operator", null, List.of(), ""), settings, head);
                installation =
                        new Installation(new SecretHash(told.apiSecrets()), told.cursors(), told.console(), operator);
            }
            trust();
            connected = true;
            LOG.info("Keys and accounts are known as of position {}", head);
        }

        private void put(Control.Account account, long head) {
            accounts.compute(account.account(), (number, known) -> {
                if (known == null) {
                    return new KnownAccount(account, settings, head);
                }
                known.become(account);
                return known;
            });
        }
    }
}
