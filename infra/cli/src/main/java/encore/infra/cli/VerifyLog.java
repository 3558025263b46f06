package encore.infra.cli;

import encore.infra.cli.logs.LogLocations;
import encore.infra.cli.logs.SignedHeadsFile;
import encore.infra.cli.terminal.CommandFailed;
import encore.infra.cli.terminal.ProgressBar;
import encore.infra.eventstore.heads.FileHeadStore;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.media.MediaVerifier;
import encore.infra.eventstore.mongo.MongoLogRows;
import encore.infra.eventstore.sidetables.SideTableRows;
import encore.infra.eventstore.sidetables.SideTableVerifier;
import encore.infra.eventstore.sidetables.SideTableVerifier.Verified;
import encore.infra.eventstore.sqlite.tables.LogFileRows;
import encore.infra.eventstore.verify.LogVerifier.Known;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verifies logs from their start, without a server, and names the first difference from the original. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Recomputes every hash of a log, also while Encore writes to it, and names the first event that was"
                    + " altered, dropped, reordered or cut off. Then it checks the rows beside the chain against the"
                    + " events (once-keys, the requests of the last 7 days, the number of claims of each stream), and"
                    + " names rows that are missing or have no event, and it compares the bytes of media with the hashes in"
                    + " the log. Prints a line for each log and exits with 1 when one is not whole.",
            "Events cut off at the end are found only by comparison with a known head: the files 'head' and"
                    + " 'signed-heads' of a data directory, and the heads in a MongoDB, are used automatically; better are"
                    + " signed heads that are stored elsewhere (encore signed-head, or manage/audit/heads)."
        })
final class VerifyLog extends Subcommand implements Callable<Integer> {

    private static final Pattern HEAD = Pattern.compile("(\\d{1,18}):([0-9a-f]{64})");
    private static final HexFormat HEX = HexFormat.of();
    private static final int MAX_CLAIMS = 20;

    @Parameters(
            paramLabel = "LOG",
            arity = "1..*",
            description = "A data directory, an events.db, or mongodb://host:port/database.")
    private List<String> logs = new ArrayList<>();

    @Option(names = "--head", paramLabel = "POSITION:HASH", description = "A head that the log had.")
    private List<String> heads = new ArrayList<>();

    @Option(
            names = "--signed-heads",
            paramLabel = "FILE",
            description = "Heads that an auditor kept: lines that encore signed-head wrote, or an answer of"
                    + " manage/audit/heads. Their signatures are checked, and each head that does not match the"
                    + " log is named.")
    private @Nullable Path signedHeads;

    @Option(
            names = "--public-key",
            paramLabel = "HEX",
            description = "The key that must have signed them; without it, all of them must be signed by the same one.")
    private @Nullable String publicKey;

    @Option(
            names = "--claims",
            description =
                    "Recomputes each claim, not only how many there are, and names those that are wrong; needs the"
                            + " keys beside the log.")
    private boolean claims;

    @Override
    public Integer call() {
        List<Known> known = new ArrayList<>();
        for (String head : heads) {
            Matcher parts = HEAD.matcher(head);
            if (!parts.matches()) {
                throw usageError("A head is POSITION:HASH, with 64 hex digits.");
            }
            known.add(new Known(Long.parseLong(parts.group(1)), HEX.parseHex(parts.group(2))));
        }
        List<Known> signed = signedHeads == null ? List.of() : SignedHeadsFile.read(signedHeads, publicKey);
        boolean whole = true;
        for (String log : logs) {
            Verified verified = LogLocations.isMongo(log) ? mongo(log, known, signed) : file(log, known, signed);
            print(verified, known);
            whole &= verified.report().problem() == null && verifyMedia(log);
        }
        return whole ? 0 : 1;
    }

    /** Returns whether the media beside a log are whole. A file alone has none beside it. */
    private boolean verifyMedia(String log) {
        if (!LogLocations.isMongo(log) && !Files.isDirectory(Path.of(log))) {
            return true;
        }
        MediaVerifier.Report report = LogLocations.verifyMedia(log);
        if (report.count() > 0) {
            out().println(report);
        }
        report.damaged().forEach(media -> out().println(media + " has other bytes than its event names"));
        return report.isWhole();
    }

    /** @param given heads that need not be named, since the user gave them */
    private void print(Verified verified, List<Known> given) {
        PrintWriter out = out();
        out.println(verified.report());
        verified.report().unmatched().stream()
                .filter(head -> !given.contains(head))
                .forEach(head -> out.println("the head of " + head.position() + " that was kept is not this log's: "
                        + HEX.formatHex(head.hash())));
        if (claims) {
            verified.claims().missing().stream()
                    .limit(MAX_CLAIMS)
                    .forEach(wrongClaim -> out.println(wrongClaim.owner() + " holds a claim that is not kept"));
            verified.claims().unfounded().stream()
                    .limit(MAX_CLAIMS)
                    .forEach(wrongClaim -> out.println(wrongClaim.owner() + " has no claim with this stored hash: "
                            + HEX.formatHex(wrongClaim.claim())));
        }
    }

    private Verified mongo(String uri, List<Known> known, List<Known> signed) {
        try (MongoLogRows rows = MongoLogRows.open(uri)) {
            List<Known> all = new ArrayList<>(known);
            all.addAll(signed);
            all.addAll(SignedHeadsFile.requireSigned(rows.heads(), uri, null));
            return verify(uri, rows, all);
        }
    }

    private Verified file(String log, List<Known> known, List<Known> signed) {
        Path file = LogLocations.file(log);
        List<Known> all = new ArrayList<>(known);
        all.addAll(signed);
        Path given = Path.of(log);
        if (Files.isDirectory(given)) {
            try {
                // Read before the log is opened, so that the heads contain nothing that this reader does not see.
                Known head = LogFileRows.knownHeadOf(given);
                if (head != null) {
                    all.add(head);
                }
                all.addAll(
                        SignedHeadsFile.requireSigned(FileHeadStore.in(given).after(0, Integer.MAX_VALUE), log, null));
            } catch (IOException | IllegalArgumentException e) {
                throw new CommandFailed("The heads in " + given + " cannot be read: " + e.getMessage() + ".");
            }
        }
        try (LogFileRows rows = LogFileRows.open(file)) {
            return verify(log, rows, all);
        }
    }

    private Verified verify(String name, SideTableRows rows, List<Known> known) {
        long[] readTo = new long[1];
        try (KeyStore keys = claims ? LogLocations.keys(name, environment()) : null;
                ProgressBar progressBar = progress(rows.last())) {
            return SideTableVerifier.verify(rows, known, keys, position -> {
                readTo[0] = position;
                progressBar.moveTo(position, rows.last());
            });
        } catch (CommandFailed e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CommandFailed(name + " cannot be read after position " + readTo[0] + ": "
                    + (e.getCause() == null ? e : e.getCause()).getMessage());
        }
    }
}
