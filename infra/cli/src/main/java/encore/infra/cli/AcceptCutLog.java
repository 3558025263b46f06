package encore.infra.cli;

import encore.infra.eventstore.beside.StoppedLog;
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

/** Goes on without events that a log has lost, when someone says so. */
@Command(
        name = "accept-cut-log",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Says where a log ends and what names events that it has no more. With --head, and only if the log is whole"
                    + " and ends there, it is accepted as it is: views, snapshots and automations' documents beyond its"
                    + " end are deleted and made anew at the next start, marks and the sweep of erasures go back to it.",
            "What is missing is gone: a backup that has it is better. Everything must be stopped, and clients that kept"
                    + " an Encore-Position beyond the head get 503 for it."
        })
final class AcceptCutLog extends Subcommand implements Callable<Integer> {

    @Parameters(paramLabel = "LOG", description = "A data directory, or mongodb://host:port/database.")
    private String log = "";

    @Option(names = "--head", paramLabel = "POSITION", description = "Where the log ends, to confirm it.")
    private @Nullable Long head;

    @Override
    public Integer call() {
        boolean mongo = Logs.isMongo(log);
        try (StoppedLog cut = Logs.stopped(log)) {
            LogVerifier.Report whole = LogVerifier.verify(cut.rows(), null);
            if (whole.problem() != null) {
                throw new CommandFailed("The log is " + whole + ": it is damaged, not cut. Restore a backup.");
            }
            List<Witness> beyond = new ArrayList<>(cut.witnesses());
            positions(mongo).forEach((view, position) -> beyond.add(new Witness("the view " + view, position)));
            beyond.removeIf(witness -> witness.position() <= whole.head());
            PrintWriter out = out();
            out.printf("The log is %s.%n", whole);
            beyond.forEach(witness -> out.printf("%s names %d.%n", witness.name(), witness.position()));
            if (beyond.isEmpty()) {
                out.println("Nothing names more: there is nothing to accept.");
                return 0;
            }
            if (head == null || head != whole.head()) {
                throw new CommandFailed("Nothing was changed. To go on without what is missing, give --head "
                        + whole.head() + "; better restore a backup that has it.");
            }
            dropViews(mongo, whole.head()).forEach(view -> out.printf("%s is made anew.%n", view));
            cut.accept(whole);
            out.printf("The log ends at %d from now on.%n", whole.head());
            return 0;
        }
    }

    private Map<?, Long> positions(boolean mongo) {
        return mongo ? MongoViews.positions(log) : SqliteViews.positions(Logs.directory(log));
    }

    private List<?> dropViews(boolean mongo, long end) {
        return mongo ? MongoViews.dropBeyond(log, end) : SqliteViews.dropBeyond(Logs.directory(log), end);
    }
}
