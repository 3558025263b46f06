package encore.infra.cli;

import encore.infra.cli.terminal.CommandFailed;
import encore.infra.cli.terminal.ProgressBar;
import encore.infra.eventstore.heads.FileHeadStore;
import encore.infra.eventstore.media.FileMediaStore;
import encore.infra.eventstore.media.MediaStore;
import encore.infra.eventstore.media.MediaVerifier;
import encore.infra.eventstore.mongo.MongoInstallation;
import encore.infra.eventstore.mongo.MongoInstallation.SideTableCounts;
import encore.infra.eventstore.mongo.MongoLogRows;
import encore.infra.eventstore.sqlite.directory.SqliteInstallation;
import encore.infra.eventstore.verify.CopiedCommit;
import encore.infra.eventstore.verify.LogVerifier;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Copies an embedded installation that has grown into MongoDB. */
@Command(
        name = "copy",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Copies an embedded installation, which must be stopped, into an empty MongoDB database: the log with its"
                    + " positions and hashes, requests, once-keys, claims, automations' tokens, signed heads, media, and"
                    + " (into <database>_keys) the keys.",
            "Both logs are verified. Views are not copied: they are rebuilt from the log at the first start there. A"
                    + " copy that was interrupted continues when it is run again."
        })
final class CopyToMongo extends Subcommand implements Callable<Integer> {

    @Option(names = "--from", paramLabel = "DIR", required = true, description = "The data directory.")
    private Path from = Path.of("");

    @Option(
            names = "--to",
            paramLabel = "URI",
            required = true,
            description = "mongodb://host:port/database, as ENCORE_MONGO will name it.")
    private String to = "";

    private @Nullable CopiedCommit pendingCommit;
    private long requests;
    private long onceKeys;
    private long claims;
    private long tokens;
    private long keys;
    private long secrets;
    private long media;

    @Override
    public Integer call() {
        PrintWriter out = out();
        try (SqliteInstallation source = SqliteInstallation.open(from);
                MongoInstallation target = MongoInstallation.open(to)) {
            LogVerifier.Report whole = LogVerifier.verify(source.log(), source.knownHead());
            if (whole.problem() != null) {
                throw new CommandFailed("The log in " + from + " is " + whole + ": it is not copied.");
            }
            long begin = target.begin(whole);
            copyLog(source, target, begin, whole.head());
            copySideTables(source, target);
            copyMedia(source, target);
            verify(whole, target);
            target.finish();
            out.printf(
                    "Copied %,d events with %,d claims, %,d tokens, %,d keys and %,d media; the copy is %s.%n",
                    whole.head(), claims, tokens, keys, media, whole);
            out.println("Start Encore with ENCORE_MONGO; the directory can be kept as a backup of this moment.");
            return 0;
        }
    }

    private void copyLog(SqliteInstallation source, MongoInstallation target, long begin, long head) {
        try (ProgressBar progressBar = progress(head - begin)) {
            source.commits(0, commit -> {
                requests += commit.request() == null ? 0 : 1;
                onceKeys += commit.keys().size();
                if (commit.last() > begin) {
                    addWithSuccessor(commit, target);
                    commit.events().forEach(event -> progressBar.step());
                }
            });
            addWithSuccessor(null, target);
            target.flush();
        }
    }

    /** Writes each commit after its successor is known. */
    private void addWithSuccessor(@Nullable CopiedCommit next, MongoInstallation target) {
        CopiedCommit previous = pendingCommit;
        if (previous != null) {
            target.add(previous, next);
        }
        pendingCommit = next;
    }

    private void copySideTables(SqliteInstallation source, MongoInstallation target) {
        source.claims(claim -> {
            target.add(claim);
            claims++;
        });
        source.tokens((processor, position) -> {
            target.addToken(processor, position);
            tokens++;
        });
        source.secrets((name, secret) -> {
            target.addSecret(name, secret);
            secrets++;
        });
        source.keys(key -> {
            target.add(key);
            keys++;
        });
        source.erasedUpTo(target::addSwept);
        FileHeadStore.in(from).after(0, Integer.MAX_VALUE).forEach(target::add);
    }

    private void copyMedia(SqliteInstallation source, MongoInstallation target) {
        MediaStore stored = FileMediaStore.in(from);
        MediaStore copied = target.media();
        MediaVerifier.named(source.log()).forEach((asset, bytes) -> {
            for (int part = 0; part < bytes.parts(); part++) {
                byte[] content = stored.read(asset, part);
                if (content == null) {
                    throw new CommandFailed("The bytes of " + asset + " are missing: they cannot be copied.");
                }
                copied.write(asset, part, content);
            }
        });
        MediaVerifier.Report report = MediaVerifier.verify(source.log(), copied);
        if (!report.isWhole()) {
            throw new CommandFailed("In the copy " + report + ": " + report.damaged() + ".");
        }
        media = report.count();
    }

    private void verify(LogVerifier.Report whole, MongoInstallation target) {
        try (MongoLogRows copied = MongoLogRows.open(to)) {
            LogVerifier.Known known = whole.head() == 0 ? null : new LogVerifier.Known(whole.head(), whole.hash());
            LogVerifier.Report report = LogVerifier.verify(copied, known);
            if (report.problem() != null || report.head() != whole.head()) {
                throw new CommandFailed("The copied log is " + report + ", not " + whole + ".");
            }
        }
        SideTableCounts copiedCounts = target.countSideTables();
        SideTableCounts expected = new SideTableCounts(requests, onceKeys, claims, tokens, keys, secrets);
        if (!copiedCounts.equals(expected)) {
            throw new CommandFailed("The copy has " + copiedCounts + " beside the log, not " + expected + ".");
        }
    }
}
