package encore.infra.cli;

import encore.infra.cli.client.ApiClient;
import encore.infra.cli.client.ApiTarget;
import encore.infra.cli.imports.ImportRun;
import encore.infra.cli.imports.ValueFormats;
import encore.infra.cli.imports.ValueFormats.DayOrder;
import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Imports a file of a customer's history. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = 2,
        description = {
            "Imports the rows of a file: CSV (with commas, semicolons or tabs) or NDJSON, in UTF-8, plain or gzipped."
                    + " Columns are recognised by their names. docs/imports.md describes it.",
            "Import the history first, and add quests, rewards and webhooks after it.",
            "Importing the same file again, or going on after a stop, changes nothing that was imported before."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:All rows are imported or were known.",
            "1:Some rows were refused; they are in the file of refused rows.",
            "2:The import stopped, or did not begin. The same command goes on."
        })
final class ImportCommand extends Subcommand implements Callable<Integer> {

    private static final int MAX_PARALLEL = 16;
    private static final Duration RETRY_TIMEOUT = Duration.ofMinutes(15);

    @Parameters(index = "0", paramLabel = "KIND", description = "fans, points, purchases, tickets or activities.")
    private String kind = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "The file.")
    private Path file = Path.of("");

    @Option(
            names = "--map",
            paramLabel = "FIELD=HEAD",
            split = ",",
            description = "The column that a field is taken from, if its name is not recognised; FIELD= leaves it out.")
    private Map<String, String> heads = new LinkedHashMap<>();

    @Option(
            names = "--set",
            paramLabel = "FIELD=VALUE",
            description = "A value that all rows have, such as campaign_title=Quiz.")
    private Map<String, String> constants = new LinkedHashMap<>();

    @Option(names = "--dry-run", description = "Checks all rows and changes nothing.")
    private boolean dryRun;

    @Option(names = "--with-effects", description = "Lets the rows complete quests, give rewards and call webhooks.")
    private boolean withEffects;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description = "The zone of times without an offset, such as Europe/Berlin (${DEFAULT-VALUE}).")
    private String zone = "UTC";

    @Option(names = "--decimal-comma", description = "Decimals have a comma: 1.234,50.")
    private boolean decimalComma;

    @Option(
            names = "--dates",
            paramLabel = "ORDER",
            description =
                    "day-first or month-first: the order in dates such as 03/04/2020. Dates such as 03.04.2020 begin"
                            + " with the day.")
    private @Nullable String dates;

    @Option(
            names = "--refused",
            paramLabel = "FILE",
            description = "The file for refused rows (<FILE>.refused.csv). One of an earlier import is replaced.")
    private @Nullable Path refused;

    @Option(names = "--at", paramLabel = "URL", description = "The server (ENCORE_URL).")
    private @Nullable URI at;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "A file with api_key and api_secret in JSON, such as data/demo-keys.json.")
    private @Nullable Path keyFile;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "2",
            description = "Calls at a time, of up to 1,000 rows each (${DEFAULT-VALUE}).")
    private int parallel = 2;

    @Override
    public Integer call() throws InterruptedException {
        if (parallel < 1 || parallel > MAX_PARALLEL) {
            throw usageError("--parallel is 1 to " + MAX_PARALLEL + ".");
        }
        ValueFormats formats = new ValueFormats(zone(), decimalComma, dayOrder());
        Path refusedRows = refused != null ? refused : Path.of(file + ".refused.csv");
        if (refusedRows
                .toAbsolutePath()
                .normalize()
                .equals(file.toAbsolutePath().normalize())) {
            throw usageError("--refused names the file that is imported.");
        }
        var options = new ImportRun.Options(heads, constants, formats, withEffects, dryRun, refusedRows, parallel);
        try (ApiClient api = new ApiClient(ApiTarget.of(environment(), at, keyFile), RETRY_TIMEOUT)) {
            ImportRun run = new ImportRun(api, kind, file, options);
            out().print(run.plan());
            out().flush();
            long began = System.nanoTime();
            boolean isComplete = run.run(this::progress);
            report(run, (System.nanoTime() - began) / 1e9);
            if (!isComplete) {
                out().println("The rows that were refused or differ are in " + refusedRows + ".");
            }
            return isComplete ? 0 : 1;
        }
    }

    private void report(ImportRun run, double seconds) {
        out().printf(
                        "%s%,d rows in %.1f s (%,.0f rows/s): %s.%n",
                        dryRun ? "Checked, and nothing is changed: " : "",
                        run.rows(),
                        seconds,
                        run.rows() / Math.max(seconds, 0.001),
                        run.counts());
    }

    private ZoneId zone() {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException unknown) {
            throw usageError("There is no time zone '" + zone + "'.");
        }
    }

    private DayOrder dayOrder() {
        return switch (dates) {
            case null -> DayOrder.NOT_GIVEN;
            case "day-first" -> DayOrder.DAY_FIRST;
            case "month-first" -> DayOrder.MONTH_FIRST;
            default -> throw usageError("--dates is day-first or month-first.");
        };
    }
}
