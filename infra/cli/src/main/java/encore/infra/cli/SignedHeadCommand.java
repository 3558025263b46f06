package encore.infra.cli;

import encore.infra.cli.client.ApiClient;
import encore.infra.cli.client.ApiTarget;
import encore.infra.cli.terminal.CommandFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Fetches the log's signed head, to be stored in a place that the operator of the server cannot change. */
@Command(
        name = "signed-head",
        mixinStandardHelpOptions = true,
        description = "Adds the log's head, signed by the installation, as a line to a file; encore verify"
                + " --signed-heads FILE compares a log with it later.")
final class SignedHeadCommand extends Subcommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "Created when missing.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws InterruptedException {
        try (ApiClient api = new ApiClient(ApiTarget.of(environment()))) {
            JsonNode head = api.get("/manage/audit/proof").path("head");
            if (!head.path("hash").isString()) {
                throw new CommandFailed("The server's answer is not one of Encore: check ENCORE_URL.");
            }
            Files.writeString(file, head + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            out().printf(
                            "Position %,d: %s%n",
                            head.path("position").asLong(), head.path("hash").asString());
            return 0;
        } catch (IOException e) {
            throw new CommandFailed("The file " + file + " cannot be written: " + e.getMessage() + ".");
        }
    }
}
