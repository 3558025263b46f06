package encore.infra.standalone;

import com.fasterxml.jackson.annotation.JsonProperty;
import encore.api.keys.NewKey;
import encore.api.keys.SecretHash;
import encore.api.problems.Ids;
import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.accounts.AccountCommand.OpenAccount;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.AccountOpening;
import encore.kernel.accounts.KeyCommand.IssueKey;
import encore.kernel.accounts.KeyId;
import encore.kernel.accounts.Scope;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsCommand.CreatePointType;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.axonframework.spring.config.SpringAxonConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * The demo account, with which a newcomer tries Encore. The first start on an empty store opens it, before the port
 * opens.
 */
@Component
@EnableConfigurationProperties(DemoSettings.class)
class DemoAccount implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(DemoAccount.class);

    static final String FILE = "demo-keys.json";

    private static final String PENDING = FILE + ".new";
    private static final String ACTOR = "first-start";
    /** The refusal when an interrupted start has already issued the keys: no answer with a secret is stored. */
    private static final String DONE_BEFORE = "answer-not-kept";

    private static final int CALLS_PER_MINUTE = 1_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final JsonMapper JSON = new JsonMapper();

    private final CommandSide commands;
    private final LongSupplier head;
    private final KeyStore keyStore;
    private final Path data;
    private final DemoSettings settings;
    private final boolean onLoopback;
    private final PrintStream out;
    private final boolean watched;
    private volatile boolean running;

    /** The content of the keys' file: one line, so that a script can read it. */
    record Keys(
            @JsonProperty("account_id") long accountId,
            @JsonProperty("default_point_uid") String defaultPointUid,
            @JsonProperty("api_key") String apiKey,
            @JsonProperty("api_secret") String apiSecret) {}

    @Autowired
    DemoAccount(
            CommandSide commands,
            EventLog log,
            KeyStore keyStore,
            Settings settings,
            NodeSettings node,
            DemoSettings demo) {
        this(
                commands,
                log::head,
                keyStore,
                settings.data(),
                demo,
                node.isOnLoopback(),
                System.out,
                System.console() != null && System.console().isTerminal());
    }

    /** @param watched whether a person reads the output and nothing stores it */
    DemoAccount(
            CommandSide commands,
            LongSupplier head,
            KeyStore keyStore,
            Path data,
            DemoSettings settings,
            boolean onLoopback,
            PrintStream out,
            boolean watched) {
        this.commands = commands;
        this.head = head;
        this.keyStore = keyStore;
        this.data = data;
        this.settings = settings;
        this.onLoopback = onLoopback;
        this.out = out;
        this.watched = watched;
    }

    @Override
    public void start() {
        running = true;
        Keys keys = settings.isWanted(onLoopback) ? begun() : null;
        if (keys == null) {
            return;
        }
        if (!open(keys)) {
            drop();
            return;
        }
        keep();
        tell(keys);
    }

    /**
     * Announces the keys. The secret is printed only to a terminal: collected output would store it in an unprotected
     * place.
     */
    private void tell(Keys keys) {
        Path file = data.resolve(FILE);
        if (watched) {
            out.printf(
                    "%nA demo account was opened. Its keys are shown once, and stored in %s:%n  api_key     %s%n "
                            + " api_secret  %s%n%n",
                    file, keys.apiKey(), keys.apiSecret());
        } else {
            out.printf("%nA demo account was opened. Its keys are in %s.%n%n", file);
        }
    }

    /** Returns the keys of a first start, new or of an interrupted one; null on any other start. */
    private @Nullable Keys begun() {
        Path pending = data.resolve(PENDING);
        if (head.getAsLong() > 0) {
            return Files.exists(pending) ? read(pending) : null;
        }
        if (Boolean.TRUE.equals(settings.demo()) && !onLoopback) {
            LOG.warn("A demo account is opened although other machines reach this port: its key pair has all rights in"
                    + " it");
        }
        NewKey fresh = NewKey.mint();
        Keys keys = new Keys(
                Ids.number(),
                Ids.uid(),
                Objects.requireNonNullElse(settings.demoKey(), fresh.apiKey()),
                Objects.requireNonNullElse(settings.demoSecret(), fresh.apiSecret()));
        write(pending, keys);
        return keys;
    }

    /**
     * Opens the account. Each command has an id of its own, so a start that continues an interrupted one does nothing
     * twice. The ids are the same for every node: of several that start at once on an empty store, one opens the
     * account.
     *
     * @return whether this node opened it
     */
    private boolean open(Keys keys) {
        AccountId account = new AccountId(keys.accountId());
        Integer limit = settings.rateLimit() == null ? CALLS_PER_MINUTE : null;
        String hash = new NewKey(keys.apiKey(), keys.apiSecret())
                .secretHash(new SecretHash(keyStore.installation("api-secret")));
        Object opened = send(keys, 0, new OpenAccount(account, "demo", limit, keys.defaultPointUid()));
        if (!new AccountOpening(account, keys.defaultPointUid()).equals(opened)) {
            return false;
        }
        send(keys, 1, new CreatePointType(new PointTypeId(keys.accountId(), keys.defaultPointUid()), "points"));
        send(keys, 2, new IssueKey(new KeyId(keys.accountId(), keys.apiKey()), hash, "demo", Scope.words()));
        return true;
    }

    private @Nullable Object send(Keys keys, int ordinal, Command<?> command) {
        String request = ACTOR + "/" + ordinal;
        try {
            return commands.handle(new CommandRequest(keys.accountId(), ACTOR, request, ACTOR, command))
                    .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .join()
                    .answer();
        } catch (CompletionException failed) {
            if (!(failed.getCause() instanceof Refusal refusal && refusal.type().equals(DONE_BEFORE))) {
                throw failed;
            }
            return null;
        }
    }

    private static Keys read(Path file) {
        try {
            return JSON.readValue(Files.readAllBytes(file), Keys.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, Keys keys) {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try {
            Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
            Files.deleteIfExists(file); // Left by an interrupted start that wrote nothing to the log.
            try (FileChannel channel = FileChannel.open(file, options, ownerOnly)) {
                ByteBuffer line = StandardCharsets.UTF_8.encode(JSON.writeValueAsString(keys) + "\n");
                while (line.hasRemaining()) {
                    channel.write(line);
                }
                channel.force(true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void drop() {
        try {
            Files.deleteIfExists(data.resolve(PENDING));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void keep() {
        try {
            Files.move(data.resolve(PENDING), data.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Runs after Axon has started and before the port opens: a caller that sees the service ready finds the keys. */
    @Override
    public int getPhase() {
        return SpringAxonConfiguration.LIFECYCLE_PHASE + 1;
    }
}
