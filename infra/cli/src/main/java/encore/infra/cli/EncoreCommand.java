package encore.infra.cli;

import java.io.PrintWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Runs {@code ./encore <command>}, for all commands but those of the build. */
@Command(
        name = "encore",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        description = {
            "A client of Encore's API.",
            "It calls ENCORE_URL (http://localhost:8080) with ENCORE_KEY and ENCORE_SECRET, else with the demo"
                    + " account's keys from the data directory (ENCORE_DATA, ./data)."
        })
public final class EncoreCommand {

    private EncoreCommand() {}

    public static void main(String[] arguments) {
        // What is worth telling, a command tells itself.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(commandLine(
                        System.getenv(),
                        System.console() != null && System.console().isTerminal())
                .execute(arguments));
    }

    /**
     * The commands as a program of its own would have them.
     *
     * @param terminal whether someone watches
     */
    public static CommandLine commandLine(Map<String, String> environment, boolean terminal) {
        return new CommandLine(new EncoreCommand())
                .addSubcommand(new ImportPurchases(environment, terminal))
                .addSubcommand(new ProjectionsCommand(environment, terminal))
                .addSubcommand(new VerifyLog(environment, terminal))
                .addSubcommand(new RebuildClaims(environment))
                .addSubcommand(new SignedHeadCommand(environment))
                .addSubcommand(new Copy(terminal))
                .addSubcommand(new BackUp(environment))
                .addSubcommand(new Restore(environment))
                .addSubcommand(new AcceptCutLog())
                .addSubcommand(new RotateMasterKey(environment))
                .setExecutionExceptionHandler(EncoreCommand::failed);
    }

    private static int failed(Exception failure, CommandLine command, CommandLine.@Nullable ParseResult parsed)
            throws Exception {
        if (!(failure instanceof CommandFailed)) {
            throw failure;
        }
        PrintWriter err = command.getErr();
        err.println(failure.getMessage());
        err.flush();
        return command.getCommandSpec().exitCodeOnExecutionException();
    }
}
