package encore.infra.bench;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.deliveries.DeliveryHold;
import encore.infra.eventstore.heads.FileHeadStore;
import encore.infra.eventstore.heads.HeadStore;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.keys.SecretFingerprints;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.mongo.MongoEventLog;
import encore.infra.eventstore.mongo.MongoHeadStore;
import encore.infra.eventstore.mongo.MongoKeyStore;
import encore.infra.eventstore.mongo.MongoProcessStores;
import encore.infra.eventstore.mongo.MongoTokenStore;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.SqliteTokenStore;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.sqlite.process.SqliteProcessStores;
import encore.kernel.Command;
import encore.kernel.accounts.AccountCommand.OpenAccount;
import encore.kernel.accounts.AccountId;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsCommand.CreatePointType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** The command side as in production, without gateway and projections. */
final class LogEngine implements EngineBench.Engine {

    private static final int FANS_AT_A_TIME = 500;

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final CommandSide side;

    LogEngine(String directory) throws IOException {
        this(directory, Map.of(EngineBench.ACCOUNT, EngineBench.LEDGERS));
    }

    /** @param fans the number of fans of each account */
    LogEngine(String directory, Map<Long, Integer> fans) throws IOException {
        Path data = Files.createDirectories(Path.of(directory));
        context.registerBean(EventLog.class, () -> SqliteEventLog.open(data));
        context.registerBean(KeyStore.class, () -> SqliteKeyStore.open(data));
        context.registerBean(DeliveryHold.class, DeliveryHold::none);
        context.registerBean(ProcessStores.class, () -> new SqliteProcessStores(data));
        context.registerBean(
                TokenStore.class, () -> new SqliteTokenStore((SqliteEventLog) context.getBean(EventLog.class)));
        context.registerBean(HeadStore.class, () -> FileHeadStore.in(data));
        side = start(fans);
    }

    /** Makes one node of several that share a database. */
    LogEngine(String uri, Path masterKey, Map<Long, Integer> fans) {
        context.registerBean(EventLog.class, () -> MongoEventLog.open(uri));
        context.registerBean(KeyStore.class, () -> MongoKeyStore.open(uri, masterKey, SecretFingerprints.none()));
        context.registerBean(DeliveryHold.class, DeliveryHold::none);
        context.registerBean(ProcessStores.class, () -> new MongoProcessStores(log(), "node"));
        context.registerBean(TokenStore.class, () -> new MongoTokenStore(log()));
        context.registerBean(HeadStore.class, () -> new MongoHeadStore(log()));
        side = start(fans);
    }

    private MongoEventLog log() {
        return (MongoEventLog) context.getBean(EventLog.class);
    }

    private CommandSide start(Map<Long, Integer> fans) {
        context.scan("encore.command");
        context.refresh();
        CommandSide started = context.getBean(CommandSide.class);
        if (context.getBean(EventLog.class).head() == 0) {
            fans.forEach((account, count) -> fill(started, account, count));
        }
        return started;
    }

    private static void fill(CommandSide side, long account, int fans) {
        send(side, account, new OpenAccount(new AccountId(account), "Benchmark " + account, null, "p"))
                .join();
        send(side, account, new CreatePointType(new PointTypeId(account, "p"), "Points"))
                .join();
        for (int first = 1; first <= fans; first += FANS_AT_A_TIME) {
            List<CompletableFuture<?>> group = new ArrayList<>();
            for (int number = first; number < first + FANS_AT_A_TIME && number <= fans; number++) {
                group.add(send(
                        side,
                        account,
                        new FindOrRegisterFan(
                                new FanId(account, number),
                                Profile.reachableBy(number + "@benchmark.example", null),
                                Consent.EMPTY,
                                null)));
            }
            group.forEach(CompletableFuture::join);
        }
    }

    private static CompletableFuture<?> send(CommandSide side, long account, Command<?> command) {
        return side.handle(new CommandRequest(account, "benchmark", null, null, command));
    }

    @Override
    public void award(AwardPoints command) {
        send(side, command.ledger().account(), command).join();
    }

    @Override
    public void close() {
        context.close();
    }
}
