package encore.infra.cli;

import encore.infra.cli.terminal.CommandFailed;
import encore.infra.eventstore.log.StartRefused;
import encore.kernel.names.BuildVersion;
import java.io.PrintWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Runs {@code ./encore <command>} for all commands of the client. */
@Command(
        name = "encore",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = EncoreCommand.Version.class,
        description = {
            "A client of Encore's API.",
            "It calls ENCORE_URL (http://localhost:8080) with ENCORE_KEY and ENCORE_SECRET, else with the demo"
                    + " account's keys from the data directory (ENCORE_DATA, ./data)."
        },
        subcommands = {
            ImportCommand.class,
            ImportPurchases.class,
            ProjectionsCommand.class,
            VerifyLog.class,
            RebuildClaims.class,
            SignedHeadCommand.class,
            CopyToMongo.class,
            BackUp.class,
            Restore.class,
            AcceptCutLog.class,
            ConsoleKeysCommand.class,
            DeliveriesCommand.class,
            RotateMasterKey.class
        })
public final class EncoreCommand {

    /** Answers {@code --version}. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"encore " + BuildVersion.get()};
        }
    }

    final Map<String, String> environment;
    final boolean terminal;

    EncoreCommand(Map<String, String> environment, boolean terminal) {
        this.environment = environment;
        this.terminal = terminal;
    }

    public static void main(String[] arguments) {
        // Commands print everything worth reading themselves.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(commandLine(
                        System.getenv(),
                        System.console() != null && System.console().isTerminal())
                .execute(arguments));
    }

    /**
     * Returns the command line.
     *
     * @param terminal whether a person watches the output
     */
    public static CommandLine commandLine(Map<String, String> environment, boolean terminal) {
        return new CommandLine(new EncoreCommand(environment, terminal))
                .setExecutionExceptionHandler(EncoreCommand::failed);
    }

    private static int failed(Exception failure, CommandLine command, CommandLine.@Nullable ParseResult parsed)
            throws Exception {
        if (!(failure instanceof CommandFailed || failure instanceof StartRefused)) {
            throw failure;
        }
        PrintWriter err = command.getErr();
        err.println(failure.getMessage());
        err.flush();
        return command.getCommandSpec().exitCodeOnExecutionException();
    }
}
