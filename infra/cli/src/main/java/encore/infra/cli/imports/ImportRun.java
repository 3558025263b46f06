package encore.infra.cli.imports;

import encore.infra.cli.client.ApiClient;
import encore.infra.cli.client.CallFailed;
import encore.infra.cli.terminal.CommandFailed;
import encore.infra.cli.terminal.ProgressBar;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Sends the rows of a file to the server. One thread reads the file and takes the answers in its order, while a few calls are
 * on their way. So memory has the rows of these calls alone.
 */
public final class ImportRun {

    /**
     * The choices of the user.
     *
     * @param heads the head of the column for each field that the user maps
     * @param constants values that all rows have
     * @param isDryRun whether the server checks the rows and changes nothing
     */
    public record Options(
            Map<String, String> heads,
            Map<String, String> constants,
            ValueFormats formats,
            boolean withEffects,
            boolean isDryRun,
            Path refused,
            int parallel) {}

    private static final int MAX_SHOWN = 20;

    private final ApiClient api;
    private final ImportKind kind;
    private final ImportFile file;
    private final ImportFile.Outline outline;
    private final ColumnMapping mapping;
    private final Options options;
    private final Deque<Future<Answered>> calls = new ArrayDeque<>();
    private long done;
    private long known;
    private long differs;
    private long refused;
    private long lastLine;

    private record Answered(Batch batch, JsonNode rows) {}

    /** Reads the whole file once and maps its columns. Nothing is sent. */
    public ImportRun(ApiClient api, String kindName, Path path, Options options) throws InterruptedException {
        this.api = api;
        this.options = options;
        this.kind = ImportKind.find(api.get("/manage/imports"), kindName);
        this.file = new ImportFile(path);
        this.outline = file.outline();
        this.mapping = ColumnMapping.of(kind, outline.heads(), options.heads(), options.constants());
    }

    /** Describes the file, and the columns as they are mapped. */
    public String plan() {
        String rows = String.format("%,d rows of %s:%n", outline.rows(), kind.kind());
        String fields =
                mapping.sources().stream().map(source -> "  " + source + "\n").collect(Collectors.joining());
        return rows
                + fields
                + (mapping.ignored().isEmpty()
                        ? ""
                        : "Not imported: " + String.join(", ", mapping.ignored()) + System.lineSeparator());
    }

    /** Sends all rows. Returns whether none was refused. */
    public boolean run(LongFunction<ProgressBar> bar) throws InterruptedException {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try (FileRows rows = file.open();
                RefusedRows refusedRows = new RefusedRows(options.refused(), outline, kind, mapping);
                ProgressBar progress = bar.apply(outline.rows())) {
            var reader = new Batch.Reader(rows, new ImportRow.Maker(kind, mapping, options.formats(), outline.heads()));
            boolean isFirst = true;
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                Batch next = batch;
                calls.add(threads.submit(() -> send(next)));
                // The first call is alone, since its answer may be that the import has effects.
                while (calls.size() >= (isFirst ? 1 : options.parallel())) {
                    take(refusedRows, progress);
                }
                isFirst &= batch.sent() == 0;
            }
            while (!calls.isEmpty()) {
                take(refusedRows, progress);
            }
        } catch (CommandFailed stopped) {
            throw new CommandFailed(stopped.getMessage() + System.lineSeparator() + progressSoFar());
        } finally {
            threads.shutdownNow();
        }
        return refused + differs == 0;
    }

    private Answered send(Batch batch) throws InterruptedException {
        if (batch.sent() == 0) {
            return new Answered(batch, MissingNode.getInstance());
        }
        JsonNode rows = api.postJson(
                        "/manage/imports/" + kind.kind(), batch.body(options.withEffects(), options.isDryRun()))
                .path("rows");
        if (rows.size() != batch.sent()) {
            throw new CommandFailed("The server's answer is not one of Encore: check ENCORE_URL.");
        }
        return new Answered(batch, rows);
    }

    /** Waits for the oldest call. If it failed, the later calls are still counted. */
    private void take(RefusedRows refusedRows, ProgressBar progress) throws InterruptedException {
        CommandFailed failure = null;
        do {
            try {
                count(calls.remove().get(), refusedRows, progress, failure == null);
            } catch (ExecutionException stop) {
                if (!(stop.getCause() instanceof CommandFailed failed)) {
                    throw new IllegalStateException(stop.getCause());
                }
                failure = failure == null ? failed : failure;
            }
        } while (failure != null && !calls.isEmpty());
        if (failure != null) {
            throw failure instanceof CallFailed refusal ? new CommandFailed(sentence(refusal)) : failure;
        }
    }

    private void count(Answered answered, RefusedRows refusedRows, ProgressBar progress, boolean isInOrder) {
        int sent = 0;
        for (ImportRow row : answered.batch().rows()) {
            ImportRow.Fault fault = row.fault();
            if (fault == null) {
                fault = faultOf(answered.rows().path(sent++));
            } else {
                refused++;
            }
            if (fault != null) {
                refusedRows.add(row, fault);
                if (refused + differs <= MAX_SHOWN) {
                    String sentence = "Line " + row.row().line() + ": " + fault;
                    progress.say(sentence.endsWith(".") ? sentence : sentence + ".");
                }
            }
            if (isInOrder) {
                lastLine = row.row().line();
            }
        }
        refusedRows.flush();
        progress.moveTo(done + known + differs + refused, outline.rows());
    }

    private ImportRow.@Nullable Fault faultOf(JsonNode row) {
        switch (row.path("outcome").asString("")) {
            case "done" -> done++;
            case "known" -> known++;
            case "differs" -> differs++;
            default -> refused++;
        }
        return switch (row.path("outcome").asString("")) {
            case "done", "known" -> null;
            case "differs" ->
                new ImportRow.Fault(
                        row.path("field").asString(kind.key()),
                        row.path("reason").asString("was used before for other values"));
            default ->
                new ImportRow.Fault(
                        row.path("field").asString(""), row.path("reason").asString("was refused"));
        };
    }

    private String sentence(CallFailed refusal) {
        if (refusal.isOf(ApiClient.HAS_EFFECTS)) {
            return "The import would set off what live calls do: "
                    + refusal.body()
                            .path("effects")
                            .valueStream()
                            .map(effect -> "the " + effect.path("kind").asString("") + " '"
                                    + effect.path("name")
                                            .asString(effect.path("id").asString("")) + "'")
                            .collect(Collectors.joining(", "))
                    + ". Switch them off until the history is imported, or import it --with-effects.";
        }
        String problem = String.valueOf(refusal.getMessage());
        return switch (refusal.status()) {
            case 401 ->
                problem + System.lineSeparator()
                        + "The server does not accept these keys: check ENCORE_KEY and ENCORE_SECRET, or --key-file.";
            case 403 -> problem + System.lineSeparator() + "These keys may not import " + kind.kind() + ".";
            default -> problem;
        };
    }

    private String progressSoFar() {
        return lastLine == 0
                ? "No row is imported."
                : String.format(
                        "All rows up to line %,d are answered (%s). Run the same command again to go on: rows that are"
                                + " imported are known then.",
                        lastLine, counts());
    }

    /** Returns the numbers of rows by outcome. */
    public String counts() {
        return String.format("%,d done, %,d known, %,d differ, %,d refused", done, known, differs, refused);
    }

    public long rows() {
        return outline.rows();
    }
}
