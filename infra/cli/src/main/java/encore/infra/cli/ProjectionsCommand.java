package encore.infra.cli;

import encore.infra.cli.client.ApiClient;
import encore.infra.cli.client.ApiTarget;
import encore.infra.cli.terminal.CommandFailed;
import encore.infra.cli.terminal.ProgressBar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows the projections, and rebuilds, compares, switches and rolls back one of them. */
@Command(
        name = "projections",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "(list | rebuild | compare | switch | rollback)",
        description = {
            "Shows the projections, and rebuilds one while its old version still serves:",
            "'rebuild' fills a new version from the log, 'compare' shows its differences, 'switch' makes it serve,"
                    + " 'rollback' reverses the switch. A rebuild continues in the server after this command ends.",
            "'rebuild', 'switch' and 'rollback' are for the operator: they send ENCORE_OPERATOR_TOKEN."
        })
final class ProjectionsCommand extends Subcommand {

    private static final long PAUSE = 200;
    private static final String PATH = "/manage/projections";

    @Command(name = "list", description = "Every version: position, lag, rate, size and checksum.")
    int list() throws InterruptedException {
        try (ApiClient api = new ApiClient(ApiTarget.of(environment()))) {
            out().printf(
                            "%-16s %7s %-7s %14s %10s %10s %10s %12s %6s  %s%n",
                            "PROJECTION",
                            "VERSION",
                            "SERVES",
                            "POSITION",
                            "LAG",
                            "EVENTS/S",
                            "MB",
                            "DOCUMENTS",
                            "DEAD",
                            "CHECKSUM");
            for (JsonNode one : api.get(PATH)) {
                out().printf(
                                "%-16s %7d %-7s %,14d %,10d %,10d %,10.1f %,12d %6d  %s%n",
                                one.path("name").asString(""),
                                one.path("version").asInt(),
                                one.path("serves").asBoolean() ? "serves" : "",
                                one.path("position").asLong(),
                                one.path("lag").asLong(),
                                one.path("rate").asLong(),
                                one.path("bytes").asLong(0) / 1e6,
                                one.path("documents").asLong(),
                                one.path("dead_letters").asLong(),
                                one.path("checksum").asString(""));
            }
        }
        return 0;
    }

    @Command(name = "rebuild", description = "Fills a new version from the log, and shows its progress.")
    int rebuild(
            @Parameters(paramLabel = "NAME", description = "The projection.") String name,
            @Option(names = "--no-wait", description = "Only starts the rebuild.") boolean noWait)
            throws InterruptedException {
        try (ApiClient api = new ApiClient(ApiTarget.ofOperator(environment()))) {
            int version = api.post(PATH + "/" + name + "/rebuild", Map.of())
                    .path("version")
                    .asInt();
            if (!noWait) {
                follow(api, name, version);
            }
            out().printf(
                            noWait
                                    ? "Version %d of %s is filling.%n"
                                    : "Version %d of %s is filled: compare and switch.%n",
                            version,
                            name);
        }
        return 0;
    }

    private void follow(ApiClient api, String name, int version) throws InterruptedException {
        try (ProgressBar progressBar = progress(0)) {
            while (true) {
                JsonNode status = status(api, name, version);
                long position = status.path("position").asLong();
                long lag = status.path("lag").asLong();
                progressBar.moveTo(position, position + lag);
                if (lag == 0) {
                    return;
                }
                Thread.sleep(PAUSE);
            }
        }
    }

    private static JsonNode status(ApiClient api, String name, int version) throws InterruptedException {
        for (JsonNode one : api.get(PATH)) {
            if (one.path("name").asString("").equals(name)
                    && one.path("version").asInt() == version) {
                return one;
            }
        }
        throw new CommandFailed(
                "Version " + version + " of " + name + " no longer exists: another rebuild was started.");
    }

    @Command(
            name = "compare",
            description = "Shows each document that differs between the two versions; exits with 1 when there is one.")
    int compare(@Parameters(paramLabel = "NAME", description = "The projection.") String name)
            throws InterruptedException {
        List<JsonNode> found = new ArrayList<>();
        boolean[] ended = new boolean[1];
        long[] compared = new long[1];
        try (ApiClient api = new ApiClient(ApiTarget.of(environment()));
                ProgressBar progressBar = progress(0)) {
            api.streamLines(PATH + "/" + name + "/compare", line -> {
                switch (line.path("line").asString("")) {
                    case "compared" -> {
                        compared[0] += line.path("documents").asLong();
                        long total = line.path("total").asLong();
                        progressBar.moveTo(line.path("equal").asBoolean() ? total : compared[0], total);
                    }
                    case "difference" -> {
                        found.add(line);
                        out().println(line);
                    }
                    default -> ended[0] = true;
                }
            });
        }
        if (!ended[0]) {
            throw new CommandFailed("The answer was cut off: compare again.");
        }
        out().println(found.isEmpty() ? "Both versions are the same." : found.size() + " documents differ.");
        return found.isEmpty() ? 0 : 1;
    }

    @Command(name = "switch", description = "Makes another version serve, at once.")
    int switchOver(
            @Parameters(paramLabel = "NAME", description = "The projection.") String name,
            @Option(names = "--version", paramLabel = "N", description = "The newest that does not serve, if absent.")
                    Integer version)
            throws InterruptedException {
        return choose(name, "/switch", version == null ? Map.of() : Map.of("version", version.toString()));
    }

    @Command(name = "rollback", description = "Makes the previous version serve again.")
    int rollBack(@Parameters(paramLabel = "NAME", description = "The projection.") String name)
            throws InterruptedException {
        return choose(name, "/rollback", Map.of());
    }

    private int choose(String name, String order, Map<String, String> form) throws InterruptedException {
        try (ApiClient api = new ApiClient(ApiTarget.ofOperator(environment()))) {
            int version =
                    api.post(PATH + "/" + name + order, form).path("version").asInt();
            out().printf("Version %d of %s serves.%n", version, name);
        }
        return 0;
    }
}
