package encore.infra.standalone.demo;

import com.fasterxml.jackson.annotation.JsonProperty;
import encore.api.keys.NewKey;
import encore.api.keys.SecretHasher;
import encore.api.problems.Ids;
import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.keys.OwnerOnlyFiles;
import encore.infra.eventstore.log.EventLog;
import encore.infra.standalone.settings.NodeSettings;
import encore.infra.standalone.settings.StorageSettings;
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
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
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
public class DemoAccount implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(DemoAccount.class);

    public static final String FILE = "demo-keys.json";

    private static final String PENDING = FILE + ".new";
    private static final String ACTOR = "first-start";
    /** The refusal when an interrupted start has already issued the keys: no answer with a secret is stored. */
    private static final String ANSWER_NOT_KEPT = "answer-not-kept";

    private static final int CALLS_PER_MINUTE = 1_000_000;
    private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(30);
    private static final JsonMapper JSON = new JsonMapper();

    private final CommandSide commands;
    private final LongSupplier head;
    private final KeyStore keyStore;
    private final Path data;
    private final DemoSettings settings;
    private final boolean onLoopback;
    private final boolean interactive;

    /** The keys that this start made and has not shown yet. */
    private volatile @Nullable DemoKeys opened;

    private volatile boolean running;

    /** The content of the keys' file: one line, so that a script can read it. */
    record DemoKeys(
            @JsonProperty("account_id") long accountId,
            @JsonProperty("default_point_uid") String defaultPointUid,
            @JsonProperty("api_key") String apiKey,
            @JsonProperty("api_secret") String apiSecret) {}

    @Autowired
    DemoAccount(
            CommandSide commands,
            EventLog log,
            KeyStore keyStore,
            StorageSettings storageSettings,
            NodeSettings node,
            DemoSettings demo) {
        this(
                commands,
                log::head,
                keyStore,
                storageSettings.data(),
                demo,
                node.isOnLoopback(),
                System.console() != null && System.console().isTerminal());
    }

    /** @param interactive whether a person reads the output and nothing stores it */
    DemoAccount(
            CommandSide commands,
            LongSupplier head,
            KeyStore keyStore,
            Path data,
            DemoSettings settings,
            boolean onLoopback,
            boolean interactive) {
        this.commands = commands;
        this.head = head;
        this.keyStore = keyStore;
        this.data = data;
        this.settings = settings;
        this.onLoopback = onLoopback;
        this.interactive = interactive;
    }

    @Override
    public void start() {
        running = true;
        DemoKeys demoKeys = settings.isWanted(onLoopback) ? pendingKeys() : null;
        if (demoKeys == null) {
            return;
        }
        if (!open(demoKeys)) {
            deletePending();
            return;
        }
        publishFile();
        opened = demoKeys;
        LOG.info("A demo account was opened; its keys are in {}", data.resolve(FILE));
    }

    /**
     * Returns the lines that show a newcomer where the keys are. The secret is printed only on a terminal, and only once:
     * collected output would store it in an unprotected place.
     */
    public List<String> announcement() {
        DemoKeys fresh = opened;
        opened = null;
        Path file = data.resolve(FILE);
        return fresh != null && interactive
                ? List.of(
                        "api_key     " + fresh.apiKey(),
                        "api_secret  " + fresh.apiSecret() + "   (shown once, and stored in " + file + ")")
                : Files.exists(file) ? List.of("keys        in " + file) : List.of();
    }

    /** Returns the keys of a first start, new or of an interrupted one; null on any other start. */
    private @Nullable DemoKeys pendingKeys() {
        Path pending = data.resolve(PENDING);
        if (head.getAsLong() > 0) {
            return Files.exists(pending) ? read(pending) : null;
        }
        if (Boolean.TRUE.equals(settings.demo()) && !onLoopback) {
            LOG.warn("A demo account is opened although other machines reach this port: its key pair has all rights in"
                    + " it");
        }
        NewKey fresh = NewKey.generate();
        DemoKeys demoKeys = new DemoKeys(
                Ids.number(),
                Ids.uid(),
                Objects.requireNonNullElse(settings.demoKey(), fresh.apiKey()),
                Objects.requireNonNullElse(settings.demoSecret(), fresh.apiSecret()));
        write(pending, demoKeys);
        return demoKeys;
    }

    /**
     * Opens the account. Each command has an id of its own, so a start that continues an interrupted one does nothing
     * twice. The ids are the same for every node: of several that start at once on an empty store, one opens the
     * account.
     *
     * @return whether this node opened it
     */
    private boolean open(DemoKeys demoKeys) {
        AccountId account = new AccountId(demoKeys.accountId());
        Integer limit = settings.rateLimit() == null ? CALLS_PER_MINUTE : null;
        String hash = new NewKey(demoKeys.apiKey(), demoKeys.apiSecret())
                .secretHash(new SecretHasher(keyStore.installationSecret("api-secret")));
        Object answer = send(demoKeys, 0, new OpenAccount(account, "demo", limit, demoKeys.defaultPointUid()));
        if (!new AccountOpening(account, demoKeys.defaultPointUid()).equals(answer)) {
            return false;
        }
        send(
                demoKeys,
                1,
                new CreatePointType(new PointTypeId(demoKeys.accountId(), demoKeys.defaultPointUid()), "points"));
        send(
                demoKeys,
                2,
                new IssueKey(new KeyId(demoKeys.accountId(), demoKeys.apiKey()), hash, "demo", Scope.words()));
        return true;
    }

    private @Nullable Object send(DemoKeys demoKeys, int ordinal, Command<?> command) {
        String request = ACTOR + "/" + ordinal;
        try {
            return commands.handle(new CommandRequest(demoKeys.accountId(), ACTOR, request, ACTOR, command))
                    .orTimeout(COMMAND_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                    .join()
                    .answer();
        } catch (CompletionException failed) {
            if (!(failed.getCause() instanceof Refusal refusal && refusal.type().equals(ANSWER_NOT_KEPT))) {
                throw failed;
            }
            return null;
        }
    }

    private static DemoKeys read(Path file) {
        try {
            return JSON.readValue(Files.readAllBytes(file), DemoKeys.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, DemoKeys demoKeys) {
        try {
            Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
            Files.deleteIfExists(file); // Left by an interrupted start that wrote nothing to the log.
            OwnerOnlyFiles.createFile(file);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                ByteBuffer line = StandardCharsets.UTF_8.encode(JSON.writeValueAsString(demoKeys) + "\n");
                while (line.hasRemaining()) {
                    channel.write(line);
                }
                channel.force(true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void deletePending() {
        try {
            Files.deleteIfExists(data.resolve(PENDING));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void publishFile() {
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
