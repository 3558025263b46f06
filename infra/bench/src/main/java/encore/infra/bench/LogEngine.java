package encore.infra.bench;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.log.EventLog;
import encore.infra.standalone.settings.NodeRole;
import encore.infra.standalone.settings.NodeSettings;
import encore.infra.standalone.stores.LogStoreConfiguration;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** The command side as in production, without gateway and projections. */
final class LogEngine implements EngineBench.Engine {

    private static final int FANS_AT_A_TIME = 500;

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final CommandSide side;

    /** Opens the stores of a data directory as a server does, and fills an empty one with the fans of the benchmark. */
    LogEngine(String directory) {
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("benchmark", Map.of("encore.data", directory)));
        context.registerBean(NodeSettings.class, () -> NodeSettings.read(NodeRole.ALL, name -> null));
        context.register(LogStoreConfiguration.class);
        context.scan("encore.command");
        context.refresh();
        side = context.getBean(CommandSide.class);
        if (context.getBean(EventLog.class).head() == 0) {
            fill(side, EngineBench.ACCOUNT, EngineBench.LEDGERS);
        }
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
