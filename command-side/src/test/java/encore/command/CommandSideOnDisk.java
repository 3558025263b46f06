package encore.command;

import encore.command.automations.Automation;
import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.deliveries.DeliveryHold;
import encore.infra.eventstore.heads.FileHeadStore;
import encore.infra.eventstore.heads.HeadStore;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.keys.SecretFingerprints;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.media.FileMediaStore;
import encore.infra.eventstore.media.MediaStore;
import encore.infra.eventstore.mongo.MongoEventLog;
import encore.infra.eventstore.mongo.MongoHeadStore;
import encore.infra.eventstore.mongo.MongoKeyStore;
import encore.infra.eventstore.mongo.MongoMediaStore;
import encore.infra.eventstore.mongo.MongoProcessStores;
import encore.infra.eventstore.mongo.MongoTokenStore;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.SqliteTokenStore;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.sqlite.process.SqliteProcessStores;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.accounts.AccountCommand.OpenAccount;
import encore.kernel.accounts.AccountId;
import encore.kernel.businesses.BusinessCommand.AddBusiness;
import encore.kernel.businesses.BusinessDetailsBuilder;
import encore.kernel.businesses.BusinessId;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsCommand.CreatePointType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.core.io.Resource;
import org.springframework.core.type.classreading.MetadataReader;

/**
 * The whole command side on a directory of its own, or on a database that others may share. Account 7 is open and has the
 * point type {@code p}. Tests that share a side have accounts of their own ({@link SharedCommandSide}).
 */
public final class CommandSideOnDisk implements AutoCloseable {

    public static final long ACCOUNT = 7;
    public static final PointTypeId POINTS = new PointTypeId(ACCOUNT, "p");

    private final Supplier<EventLog> logs;
    /** Nodes that share a database share the key that wraps its keys. */
    static final Path MASTER_KEY = Path.of(System.getProperty("java.io.tmpdir"))
            .resolve("encore-tests-" + ProcessHandle.current().pid() + ".key");

    private final Supplier<KeyStore> keyStores;
    private final Path directory;
    private final Consumer<AnnotationConfigApplicationContext> beans;
    WatchedLog log;
    KeyStore keys;
    private AnnotationConfigApplicationContext context;
    private volatile Duration ahead = Duration.ZERO;
    private volatile long account = ACCOUNT;
    private boolean isShared;

    /** Events up to here are those of earlier tests. */
    private long earlier;

    @ComponentScan(
            basePackages = "encore.command",
            excludeFilters = @ComponentScan.Filter(type = FilterType.REGEX, pattern = ".*Test.*"))
    public static class Scanned {}

    /** Reads each class that it scans once a JVM. That was a sixth of the CPU time of a start. */
    public static final class ContextWithKnownClasses extends AnnotationConfigApplicationContext {

        private static final Map<Resource, MetadataReader> CLASSES = new ConcurrentHashMap<>();

        public ContextWithKnownClasses(DefaultListableBeanFactory beans) {
            super(beans);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> Map<Resource, T> getResourceCache(Class<T> valueType) {
            return valueType == MetadataReader.class ? (Map<Resource, T>) CLASSES : super.getResourceCache(valueType);
        }
    }

    public CommandSideOnDisk(Path directory) {
        this(directory, context -> {});
    }

    /** @param beans adds what comes from outside the command side, such as settings */
    public CommandSideOnDisk(Path directory, Consumer<AnnotationConfigApplicationContext> beans) {
        this(() -> SqliteEventLog.open(directory), () -> SqliteKeyStore.open(directory), directory, beans);
    }

    /** @param automations run beside the features' own */
    public CommandSideOnDisk(Path directory, Automation... automations) {
        this(directory, with(automations));
    }

    private CommandSideOnDisk(
            Supplier<EventLog> logs,
            Supplier<KeyStore> keyStores,
            @Nullable Path directory,
            Consumer<AnnotationConfigApplicationContext> beans) {
        this.beans = beans;
        this.logs = logs;
        this.keyStores = keyStores;
        this.directory = directory;
        open();
        if (log.head() == 0) {
            openAccount();
        }
    }

    private void openAccount() {
        send(new OpenAccount(new AccountId(account), "Test", null, "p"));
        send(new CreatePointType(new PointTypeId(account, "p"), "Points"));
    }

    /** Begins a test with a new account, on a log that answers again. From then on the events are those of the account. */
    void takeNewAccount() {
        answerAgain();
        if (isShared) {
            earlier = log.head();
            // A test may also name the accounts after its own.
            account += 10;
            openAccount();
        }
        isShared = true;
    }

    /** Begins a test that another node began. */
    void takeAccountOf(CommandSideOnDisk first) {
        answerAgain();
        earlier = first.earlier;
        account = first.account;
        isShared = true;
    }

    private void answerAgain() {
        log.failures.clear();
        log.away = false;
        log.gate = CompletableFuture.completedFuture(null);
    }

    /** Returns the account that is open: 7, or that of the test that runs. */
    public long account() {
        return account;
    }

    /** One node of those that share a database. */
    public static CommandSideOnDisk onMongo(String uri, Automation... automations) {
        return onMongo(uri, with(automations));
    }

    /** @param beans adds what comes from outside the command side, such as settings */
    public static CommandSideOnDisk onMongo(String uri, Consumer<AnnotationConfigApplicationContext> beans) {
        return new CommandSideOnDisk(() -> MongoEventLog.open(uri), () -> openKeys(uri), null, beans);
    }

    /** Only one test at a time makes the file of the master key. */
    private static synchronized KeyStore openKeys(String uri) {
        return MongoKeyStore.open(uri, MASTER_KEY, SecretFingerprints.none());
    }

    private static Consumer<AnnotationConfigApplicationContext> with(Automation... automations) {
        return context -> {
            for (Automation automation : automations) {
                context.registerBean(automation.name(), Automation.class, () -> automation);
            }
        };
    }

    private void open() {
        EventLog stored = logs.get();
        log = new WatchedLog(stored);
        log.ahead = ahead;
        keys = keyStores.get();
        context = new ContextWithKnownClasses(new DefaultListableBeanFactory());
        context.registerBean(EventLog.class, () -> log);
        context.registerBean(InstantSource.class, () -> () -> Instant.now().plus(ahead));
        context.registerBean(KeyStore.class, () -> keys);
        context.registerBean(DeliveryHold.class, DeliveryHold::none);
        if (stored instanceof MongoEventLog shared) {
            context.registerBean(TokenStore.class, () -> new MongoTokenStore(shared));
            context.registerBean(HeadStore.class, () -> new MongoHeadStore(shared));
            context.registerBean(ProcessStores.class, () -> new MongoProcessStores(shared, "node"));
            context.registerBean(MediaStore.class, () -> new MongoMediaStore(shared));
        } else {
            context.registerBean(TokenStore.class, () -> new SqliteTokenStore((SqliteEventLog) stored));
            context.registerBean(ProcessStores.class, () -> new SqliteProcessStores(directory));
            context.registerBean(HeadStore.class, () -> FileHeadStore.in(directory));
            context.registerBean(MediaStore.class, () -> FileMediaStore.in(directory));
        }
        beans.accept(context);
        context.register(Scanned.class);
        context.refresh();
    }

    /** Stops everything (the context closes its beans) and starts it again on the same files. */
    public void reopen() {
        close();
        open();
    }

    /** Restarts after a time in which nothing ran: clocks go ahead by it. */
    public void reopenAfter(Duration pause) {
        ahead = ahead.plus(pause);
        reopen();
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Answers a command that nobody repeats. */
    @SuppressWarnings("unchecked")
    public <R> R send(Command<R> command) {
        return (R) send(null, null, command).answer();
    }

    public CommandResult send(@Nullable String requestId, @Nullable String fingerprint, Command<?> command) {
        try {
            return start(requestId, fingerprint, command).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    public CompletableFuture<CommandResult> start(
            @Nullable String requestId, @Nullable String fingerprint, Command<?> command) {
        return bean(CommandSide.class).handle(new CommandRequest(account, "key-1", requestId, fingerprint, command));
    }

    /** Every event up to the head. Where tests share this side, these are the events of the test's own account. */
    public List<RecordedEvent> events() {
        List<RecordedEvent> all = new ArrayList<>();
        while (earlier + all.size() < log.head()) {
            all.addAll(bean(EventTail.class).read(earlier + all.size(), 1_000));
        }
        if (isShared) {
            all.removeIf(one -> one.origin().account() != account);
        }
        return all;
    }

    /** Returns the events of one type. */
    public List<RecordedEvent> events(Class<? extends Event> type) {
        return events().stream().filter(one -> type.isInstance(one.event())).toList();
    }

    public BusinessId addBusiness(long number) {
        BusinessId business = new BusinessId(account, number);
        send(new AddBusiness(
                business,
                BusinessDetailsBuilder.builder().businessName("Rovers").build()));
        return business;
    }

    public FanId registerFan(long number, String email) {
        FanId fan = new FanId(account, number);
        return new FanId(account, send(registering(fan, email)).fanId());
    }

    static FindOrRegisterFan registering(FanId fan, String email) {
        return new FindOrRegisterFan(fan, Profile.reachableBy(email, null), Consent.EMPTY, null);
    }

    @Override
    public void close() {
        context.close();
    }
}
