package encore.infra.cli;

import encore.infra.cli.logs.LogLocations;
import encore.infra.cli.terminal.CommandFailed;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.sidetables.ClaimsReport;
import encore.infra.eventstore.sidetables.OfflineLog;
import encore.infra.eventstore.sidetables.SideTableVerifier;
import encore.infra.eventstore.sidetables.SideTableVerifier.Verified;
import encore.infra.eventstore.verify.LogVerifier.Kind;
import encore.infra.eventstore.verify.LogVerifier.Problem;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Rebuilds the claims on unique values from the log. */
@Command(
        name = "rebuild-claims",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Rebuilds the claims of a log (the holders of contacts, identifiers, names and keys) from its events:"
                    + " claims that are missing are added, and claims without an event are removed.",
            "Stop everything that appends to the log first. The command needs the keys, and a log whose hashes are"
                    + " right."
        })
final class RebuildClaims extends Subcommand implements Callable<Integer> {

    @Parameters(paramLabel = "LOG", description = "A data directory, or mongodb://host:port/database.")
    private String log = "";

    @Override
    public Integer call() {
        try (KeyStore keys = LogLocations.keys(log, environment());
                OfflineLog stopped = LogLocations.stopped(log)) {
            Verified before = verified(stopped, keys);
            stopped.repairClaims(before.claims());
            ClaimsReport after = verified(stopped, keys).claims();
            long added = before.claims().missing().size() - after.missing().size();
            long removed =
                    before.claims().unfounded().size() - after.unfounded().size();
            out().printf("Added %,d claims and removed %,d.%n", added, removed);
            if (!after.isClean()) {
                out().printf(
                                "%,d are still missing, because two streams hold one or a key is gone, and %,d have no"
                                        + " event.%n",
                                after.missing().size(), after.unfounded().size());
            }
            return after.isClean() ? 0 : 1;
        }
    }

    /** Verifies the log. Other problems beside the chain do not make the events wrong. */
    private Verified verified(OfflineLog stopped, KeyStore keys) {
        Verified result = SideTableVerifier.verify(stopped.rows(), List.of(), keys, position -> {});
        Problem problem = result.report().problem();
        if (problem != null && problem.kind() != Kind.FORGOTTEN && problem.kind() != Kind.UNFOUNDED) {
            throw new CommandFailed("The log is " + problem + ": no claims are made from it.");
        }
        return result;
    }
}
