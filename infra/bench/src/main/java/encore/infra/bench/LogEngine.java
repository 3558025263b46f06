package encore.infra.bench;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.heads.HeadStore;
import encore.infra.eventstore.heads.HeadsFile;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.SqliteKeyStore;
import encore.infra.eventstore.sqlite.SqliteProcessStores;
import encore.infra.eventstore.sqlite.SqliteTokenStore;
import encore.kernel.Command;
import encore.kernel.accounts.AccountCommand.OpenAccount;
import encore.kernel.accounts.AccountId;
import encore.kernel.fans.Consent;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.Profile;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsCommand.CreatePointType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** The command side as it runs, without gateway and projections. */
final class LogEngine implements EngineBench.Engine {

    private static final int FANS_AT_A_TIME = 500;

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final CommandSide side;

    LogEngine(String directory) throws IOException {
        Path data = Files.createDirectories(Path.of(directory));
        context.registerBean(EventLog.class, () -> SqliteEventLog.open(data));
        context.registerBean(KeyStore.class, () -> SqliteKeyStore.open(data));
        context.registerBean(ProcessStores.class, () -> new SqliteProcessStores(data));
        context.registerBean(
                TokenStore.class, () -> new SqliteTokenStore((SqliteEventLog) context.getBean(EventLog.class)));
        context.registerBean(HeadStore.class, () -> HeadsFile.in(data));
        context.scan("encore.command");
        context.refresh();
        side = context.getBean(CommandSide.class);
        if (context.getBean(EventLog.class).head() == 0) {
            fill();
        }
    }

    private void fill() {
        send(new OpenAccount(new AccountId(EngineBench.ACCOUNT), "Benchmark", null, "p"))
                .join();
        send(new CreatePointType(new PointTypeId(EngineBench.ACCOUNT, "p"), "Points"))
                .join();
        for (int first = 1; first <= EngineBench.LEDGERS; first += FANS_AT_A_TIME) {
            List<CompletableFuture<?>> group = new ArrayList<>();
            for (int number = first; number < first + FANS_AT_A_TIME; number++) {
                group.add(send(new FindOrRegisterFan(
                        new FanId(EngineBench.ACCOUNT, number),
                        Profile.reachableBy(number + "@benchmark.example", null),
                        Consent.EMPTY,
                        null)));
            }
            group.forEach(CompletableFuture::join);
        }
    }

    private CompletableFuture<?> send(Command<?> command) {
        return side.handle(new CommandRequest(EngineBench.ACCOUNT, "benchmark", null, null, command));
    }

    @Override
    public void award(AwardPoints command) {
        send(command).join();
    }

    @Override
    public void close() {
        context.close();
    }
}
