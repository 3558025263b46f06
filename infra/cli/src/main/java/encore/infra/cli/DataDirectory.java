package encore.infra.cli;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the data directory that a command is about. */
final class DataDirectory {

    private DataDirectory() {}

    static Path of(@Nullable Path given, Map<String, String> environment) {
        if (given == null && environment.containsKey("ENCORE_MONGO")) {
            throw new CommandFailed("This is about an installation in a data directory; docs/deployment.md says how a"
                    + " MongoDB is backed up and restored.");
        }
        return given != null ? given : Path.of(environment.getOrDefault("ENCORE_DATA", "data"));
    }
}
