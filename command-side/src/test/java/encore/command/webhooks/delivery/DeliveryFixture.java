package encore.command.webhooks.delivery;

import static encore.command.Awaiting.await;

import encore.command.webhooks.delivery.calls.GuardedWebhookCalls;
import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.backend.egress.EgressClient;
import encore.infra.backend.egress.EgressRules;
import encore.infra.backend.egress.EgressSettings;
import encore.infra.eventstore.deliveries.DeliveryHold;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.webhooks.StoredAttempts;
import encore.infra.eventstore.process.webhooks.StoredLetter;
import encore.infra.eventstore.process.webhooks.WebhookEntries;
import encore.infra.eventstore.sqlite.process.SqliteProcessStores;
import encore.kernel.webhooks.WebhookCommand.DisableWebhook;
import encore.kernel.webhooks.WebhookEvent.WebhookDisabled;
import encore.kernel.webhooks.WebhookEvent.WebhookMade;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookSettings;
import encore.kernel.webhooks.WebhookUid;
import encore.kernel.webhooks.signing.WebhookSecrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The delivery of webhooks on a log in memory, a store on disk, the guarded client and a clock that a test moves. */
final class DeliveryFixture implements AutoCloseable {

    static final WebhookSecrets SECRETS = new WebhookSecrets(new byte[32]);

    final MovedClock clock = new MovedClock();
    final LogOfAwards log = new LogOfAwards(clock);
    final Map<String, Long> marks = new ConcurrentHashMap<>();
    final List<DisableWebhook> disablings = new CopyOnWriteArrayList<>();
    private final Path directory;
    private final Duration timeout;
    private SqliteProcessStores stores;
    private DeliveryRunner runner;
    private EgressClient client;
    private volatile boolean isDead;
    DeliveryFigures figures = new DeliveryFigures();

    DeliveryFixture(Path directory) {
        this(directory, Duration.ofSeconds(15));
    }

    DeliveryFixture(Path directory, Duration timeout) {
        this.directory = directory;
        this.timeout = timeout;
        open();
    }

    private void open() {
        stores = new SqliteProcessStores(directory);
        client = new EgressClient(EgressRules.of(new EgressSettings(true, "127.0.0.1", List.of())));
        runner = new DeliveryRunner(
                new DeliveryRunner.Stores(new Mortal(stores.open("webhooks")), new Marks(), log),
                new Disabling(),
                DeliveryHold.none(),
                SECRETS,
                new GuardedWebhookCalls(client, clock, timeout),
                figures,
                clock);
        runner.start();
    }

    /** A store that writes nothing more once its process is dead. */
    private final class Mortal implements ProcessStore {

        private final ProcessStore store;

        Mortal(ProcessStore store) {
            this.store = store;
        }

        @Override
        public Lease acquireLease() {
            return store.acquireLease();
        }

        @Override
        public Lease currentLease() {
            return store.currentLease();
        }

        @Override
        public void release() {
            store.release();
        }

        @Override
        public void commit(Map<String, @Nullable String> changes) {
            if (!isDead) {
                store.commit(changes);
            }
        }

        @Override
        public void addNote(String note) {
            store.addNote(note);
        }

        @Override
        public void removeNote(String note) {
            store.removeNote(note);
        }

        @Override
        public @Nullable String get(String key) {
            return store.get(key);
        }

        @Override
        public List<Entry> list(String prefix, @Nullable String after, int limit) {
            return store.list(prefix, after, limit);
        }
    }

    private final class Marks implements TokenStore {
        @Override
        public OptionalLong position(String name) {
            Long found = marks.get(name);
            return found == null ? OptionalLong.empty() : OptionalLong.of(found);
        }

        @Override
        public void advance(String name, long position) {
            marks.merge(name, position, Math::max);
        }
    }

    private final class Disabling implements CommandSide {
        @Override
        public CompletableFuture<CommandResult> handle(CommandRequest request) {
            var command = (DisableWebhook) request.command();
            disablings.add(command);
            log.append(
                    new WebhookDisabled(command.webhook(), command.reason(), command.position()),
                    command.webhook().toString());
            return CompletableFuture.completedFuture(
                    new CommandResult(new WebhookUid(command.webhook().uid()), log.head()));
        }
    }

    WebhookId make(String uid, String url) {
        return make(uid, settings(url, 1_000, "points_awarded"), null);
    }

    WebhookId make(String uid, WebhookSettings settings, @Nullable Long after) {
        var webhook = new WebhookId(LogOfAwards.ACCOUNT, uid);
        log.append(new WebhookMade(webhook, settings, 1, after), webhook.toString());
        return webhook;
    }

    static WebhookSettings settings(String url, int perSecond, String... types) {
        return new WebhookSettings(url, List.of(types), null, perSecond, true, null);
    }

    /** Moves the clock, and waits until the delivery has seen it. */
    void move(Duration by) {
        clock.move(by);
        runner.wake();
    }

    ProcessStore entries() {
        return stores.open("webhooks");
    }

    List<StoredLetter> letters(WebhookId webhook) {
        return entries().list(WebhookEntries.letters(webhook), null, 1_000).stream()
                .map(entry -> WebhookEntries.read(entry.value(), StoredLetter.class))
                .toList();
    }

    List<StoredAttempts.StoredAttempt> attempts(WebhookId webhook) {
        return entries().list(WebhookEntries.attempts(webhook), null, 1_000).stream()
                .flatMap(entry -> WebhookEntries.read(entry.value(), StoredAttempts.class).attempts().stream())
                .toList();
    }

    void awaitStored(WebhookId webhook) {
        await(() -> entries().get(WebhookEntries.endpoint(webhook)) != null);
    }

    void restart() {
        close();
        open();
    }

    /** Restarts as after a kill: nothing of the last moment was written. */
    void kill() {
        isDead = true;
        close();
        isDead = false;
        open();
    }

    /** Restarts without the entries: at most the marks are left. */
    void restartWithoutEntries(boolean isWithMarks) throws IOException {
        close();
        if (!isWithMarks) {
            marks.clear();
        }
        try (var files = Files.list(directory.resolve("automations"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        open();
    }

    @Override
    public void close() {
        runner.close();
        client.close();
        stores.close();
    }
}
