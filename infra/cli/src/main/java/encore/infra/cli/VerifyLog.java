package encore.infra.cli;

import encore.infra.eventstore.log.HeadSigner;
import encore.infra.eventstore.log.LogRefused;
import encore.infra.eventstore.log.LogVerifier;
import encore.infra.eventstore.log.LogVerifier.Known;
import encore.infra.eventstore.mongo.MongoLogRows;
import encore.infra.eventstore.sqlite.LogFile;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads logs from their start, without any server, and says where one is not what was written. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Recomputes every hash of a log, also while Encore writes to it, and names the first event that was altered,"
                    + " dropped, reordered or cut off. Prints a line for each log and ends with 1 when one is not whole.",
            "What was cut off at the end shows only against a head that is known: the file 'head' of a data directory"
                    + " is looked at by itself; better are signed heads that were kept elsewhere (encore signed-head)."
        })
final class VerifyLog implements Callable<Integer> {

    private static final Pattern HEAD = Pattern.compile("(\\d{1,18}):([0-9a-f]{64})");
    private static final HexFormat HEX = HexFormat.of();

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
            description = "Heads that encore signed-head wrote; their signatures are checked as well.")
    private @Nullable Path signedHeads;

    @Option(
            names = "--public-key",
            paramLabel = "HEX",
            description = "Who must have signed them; without it, all of them must be signed by one.")
    private @Nullable String publicKey;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final boolean terminal;

    VerifyLog(boolean terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        List<Known> known = new ArrayList<>();
        for (String head : heads) {
            Matcher parts = HEAD.matcher(head);
            if (!parts.matches()) {
                throw new ParameterException(spec.commandLine(), "A head is POSITION:HASH, with 64 hex digits.");
            }
            known.add(new Known(Long.parseLong(parts.group(1)), HEX.parseHex(parts.group(2))));
        }
        if (signedHeads != null) {
            known.addAll(signed(signedHeads));
        }
        boolean whole = true;
        for (String log : logs) {
            LogVerifier.Report report = log.startsWith("mongodb") ? mongo(log, known) : file(Path.of(log), known);
            PrintWriter out = spec.commandLine().getOut();
            out.println(report);
            out.flush();
            whole &= report.problem() == null;
        }
        return whole ? 0 : 1;
    }

    private LogVerifier.Report mongo(String uri, List<Known> known) {
        try (MongoLogRows rows = MongoLogRows.open(uri)) {
            return verify(uri, rows, known);
        } catch (LogRefused e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        }
    }

    private LogVerifier.Report file(Path given, List<Known> known) {
        Path file = Files.isDirectory(given) ? given.resolve("events.db") : given;
        if (!Files.isRegularFile(file)) {
            throw new CommandFailed("There is no log at " + file + ".");
        }
        List<Known> all = new ArrayList<>(known);
        try {
            // Before the log is opened, so that it knows of nothing that this reader does not see.
            Known head = Files.isDirectory(given) ? LogFile.headOf(given) : null;
            if (head != null) {
                all.add(head);
            }
        } catch (IOException e) {
            throw new CommandFailed("The file head in " + given + " cannot be read: " + e.getMessage() + ".");
        }
        try (LogFile rows = LogFile.open(file)) {
            return verify(file.toString(), rows, all);
        }
    }

    private LogVerifier.Report verify(String name, LogVerifier.Rows rows, List<Known> known) {
        long[] right = new long[1];
        try (Progress progress = new Progress(spec.commandLine().getErr(), terminal, rows.last())) {
            return LogVerifier.verify(rows, known, position -> {
                right[0] = position;
                progress.to(position, rows.last());
            });
        } catch (CommandFailed e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CommandFailed(name + " cannot be read behind position " + right[0] + ": "
                    + (e.getCause() == null ? e : e.getCause()).getMessage());
        }
    }

    private List<Known> signed(Path file) {
        List<Known> known = new ArrayList<>();
        String signer = publicKey;
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.isBlank()) {
                    continue;
                }
                JsonNode head = JsonMapper.shared().readTree(line);
                String key = head.path("public_key").asString("");
                signer = signer == null ? key : signer;
                long position = head.path("position").asLong();
                String hash = head.path("hash").asString("");
                boolean right = signer.equals(key)
                        && HeadSigner.verify(
                                HEX.parseHex(key),
                                position,
                                hash,
                                HEX.parseHex(head.path("signature").asString("")));
                if (!right) {
                    throw new CommandFailed(
                            "The head of position " + position + " in " + file + " is not signed by " + signer + ".");
                }
                known.add(new Known(position, HEX.parseHex(hash)));
            }
            return known;
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            throw new CommandFailed("The file " + file + " holds no signed heads.");
        }
    }
}
