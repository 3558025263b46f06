package encore.command;

import encore.infra.testmongo.MongoForTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.util.FileSystemUtils;

/**
 * One command side for all tests of a class, as a static {@code @RegisterExtension}. Each test has an account of its own
 * ({@link CommandSideOnDisk#account}), and its events are those of this account. A test that counts all events of a log,
 * moves its clock or needs settings opens a side of its own.
 */
public final class SharedCommandSide implements BeforeEachCallback, AfterAllCallback {

    private final Function<Path, List<CommandSideOnDisk>> opening;
    private final Consumer<Path> check;
    private List<CommandSideOnDisk> nodes = List.of();
    private Path directory;

    public SharedCommandSide() {
        this(directory -> List.of(new CommandSideOnDisk(directory)), directory -> {});
    }

    /**
     * @param opening opens the nodes, on a directory or on one database
     * @param check is called with the directory when all tests have ended and the nodes are closed
     */
    public SharedCommandSide(Function<Path, List<CommandSideOnDisk>> opening, Consumer<Path> check) {
        this.opening = opening;
        this.check = check;
    }

    /** Two nodes that share a database. */
    public static SharedCommandSide ofTwoNodes() {
        return new SharedCommandSide(
                directory -> {
                    String uri = MongoForTests.uri();
                    return List.of(CommandSideOnDisk.onMongo(uri), CommandSideOnDisk.onMongo(uri));
                },
                directory -> {});
    }

    public List<CommandSideOnDisk> nodes() {
        return nodes;
    }

    public CommandSideOnDisk side() {
        return nodes.getFirst();
    }

    @Override
    public void beforeEach(ExtensionContext test) throws IOException {
        if (nodes.isEmpty()) {
            directory = Files.createTempDirectory("encore-command-side");
            nodes = opening.apply(directory);
        }
        CommandSideOnDisk first = nodes.getFirst();
        first.takeNewAccount();
        nodes.forEach(node -> node.takeAccountOf(first));
    }

    @Override
    public void afterAll(ExtensionContext tests) throws IOException {
        if (!nodes.isEmpty()) {
            nodes.forEach(CommandSideOnDisk::close);
            check.accept(directory);
            FileSystemUtils.deleteRecursively(directory);
        }
    }
}
