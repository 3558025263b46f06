package encore.infra.cli;

import encore.infra.cli.logs.LogLocations;
import encore.infra.cli.terminal.CommandFailed;
import encore.infra.eventstore.sidetables.OfflineLog;
import encore.infra.eventstore.verify.LogVerifier;
import encore.infra.eventstore.verify.Witness;
import encore.infra.views.mongo.MongoViews;
import encore.infra.views.sqlite.SqliteViews;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Accepts a log that has lost events at its end, after a person has confirmed it. */
@Command(
        name = "accept-cut-log",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows where a log ends and what refers to events that it has lost. With --head, and only if the log is"
                    + " whole and ends there, the log is accepted as it is: views, snapshots and automations' documents"
                    + " beyond its end are deleted and rebuilt at the next start, and tokens and the sweep of erasures go"
                    + " back to it.",
            "The missing events are lost: a backup that has them is better. Everything must be stopped. Clients that"
                    + " kept an Encore-Position beyond the head get 503 for it."
        })
final class AcceptCutLog extends Subcommand implements Callable<Integer> {

    @Parameters(paramLabel = "LOG", description = "A data directory, or mongodb://host:port/database.")
    private String log = "";

    @Option(names = "--head", paramLabel = "POSITION", description = "Where the log ends, to confirm it.")
    private @Nullable Long head;

    @Override
    public Integer call() {
        boolean mongo = LogLocations.isMongo(log);
        try (OfflineLog cut = LogLocations.stopped(log)) {
            LogVerifier.Report whole = LogVerifier.verify(cut.rows(), null);
            if (whole.problem() != null) {
                throw new CommandFailed("The log is " + whole + ": it is damaged, not cut. Restore a backup.");
            }
            List<Witness> beyond = new ArrayList<>(cut.witnesses());
            positions(mongo).forEach((view, position) -> beyond.add(new Witness("the view " + view, position)));
            beyond.removeIf(witness -> witness.position() <= whole.head());
            PrintWriter out = out();
            out.printf("The log is %s.%n", whole);
            beyond.forEach(witness -> out.printf("%s refers to position %d.%n", witness.name(), witness.position()));
            if (beyond.isEmpty()) {
                out.println("Nothing refers to a later position: there is nothing to accept.");
                return 0;
            }
            if (head == null || head != whole.head()) {
                throw new CommandFailed("Nothing was changed. To continue without the missing events, give --head "
                        + whole.head() + "; a backup that has them is better.");
            }
            dropViews(mongo, whole.head()).forEach(view -> out.printf("%s will be rebuilt.%n", view));
            cut.acceptEnd(whole);
            out.printf("The log ends at %d from now on.%n", whole.head());
            return 0;
        }
    }

    private Map<?, Long> positions(boolean mongo) {
        return mongo ? MongoViews.positions(log) : SqliteViews.positions(LogLocations.directory(log));
    }

    private List<?> dropViews(boolean mongo, long end) {
        return mongo ? MongoViews.dropBeyond(log, end) : SqliteViews.dropBeyond(LogLocations.directory(log), end);
    }
}
