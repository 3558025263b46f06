package encore.infra.cli;

import encore.infra.cli.terminal.CommandFailed;
import encore.infra.cli.terminal.ProgressBar;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** The base of all commands: the environment and the output. */
abstract class Subcommand {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @ParentCommand
    private EncoreCommand encore = new EncoreCommand(Map.of(), false);

    final Map<String, String> environment() {
        return encore.environment;
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final ProgressBar progress(long total) {
        return new ProgressBar(spec.commandLine().getErr(), encore.terminal, total);
    }

    final ParameterException usageError(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    final Path data() {
        return Path.of(environment().getOrDefault("ENCORE_DATA", "data"));
    }

    /** Returns the data directory of a command that works only on data directories. */
    final Path dataDirectory(@Nullable Path given) {
        if (given == null && environment().containsKey("ENCORE_MONGO")) {
            throw new CommandFailed("This command works on a data directory; docs/deployment.md describes how a"
                    + " MongoDB is backed up and restored.");
        }
        return given != null ? given : data();
    }
}
