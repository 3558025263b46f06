package encore.infra.standalone;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * Builds the command line of a node's JVM. The journeys start some ten of them: an archive of loaded classes, made by a dry
 * start, spares each a third of its work. Archives know jars alone, so directories of classes are packed. Both are kept for
 * later runs, under a sum of the class path.
 */
final class NodeJvm {

    private static final List<String> OPTIONS = List.of(
            System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1");

    private final Path directory;
    private final String classPath;

    private NodeJvm(Path directory, String classPath) {
        this.directory = directory;
        this.classPath = classPath;
    }

    /** The command that starts a main class; arguments may be added to it. */
    static List<String> command(Class<?> main) {
        NodeJvm jvm = Ready.JVM;
        return jvm.command(
                main,
                "-XX:SharedArchiveFile=" + jvm.archive(),
                "-Xshare:auto",
                "-Xlog:cds=off",
                "-Xlog:cds+dynamic=off");
    }

    private List<String> command(Class<?> main, String... more) {
        List<String> command = new ArrayList<>(OPTIONS);
        command.addAll(List.of(more));
        command.addAll(List.of("-cp", classPath, main.getName()));
        return command;
    }

    private Path archive() {
        return directory.resolve("nodes.jsa");
    }

    /** Made when the first node is started. */
    private static final class Ready {

        private static final NodeJvm JVM = make();

        private static NodeJvm make() {
            try {
                Path all = Files.createDirectories(Path.of("target", "nodes")).toAbsolutePath();
                Path directory = all.resolve(ClassPathSum.of(System.getProperty("java.class.path"), OPTIONS));
                NodeJvm jvm = new NodeJvm(directory, classPathIn(directory));
                if (!Files.exists(jvm.archive())) {
                    empty(all);
                    Files.createDirectories(directory);
                    pack(directory);
                    jvm.dryStart();
                }
                return jvm;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Removes what was made for earlier class paths, some 110 MB each. */
        private static void empty(Path all) throws IOException {
            try (Stream<Path> earlier = Files.list(all)) {
                for (Path path : earlier.toList()) {
                    FileSystemUtils.deleteRecursively(path);
                }
            }
        }

        private static String classPathIn(Path directory) {
            List<String> entries = entries();
            List<String> jars = new ArrayList<>();
            for (int i = 0; i < entries.size(); i++) {
                String entry = entries.get(i);
                jars.add(Files.isDirectory(Path.of(entry)) ? packed(directory, i) : entry);
            }
            return String.join(File.pathSeparator, jars);
        }

        private static void pack(Path directory) {
            ToolProvider jar = ToolProvider.findFirst("jar").orElseThrow();
            List<String> entries = entries();
            for (int i = 0; i < entries.size(); i++) {
                String entry = entries.get(i);
                if (Files.isDirectory(Path.of(entry))
                        && jar.run(
                                        System.out,
                                        System.err,
                                        "--create",
                                        "--no-compress",
                                        "--file",
                                        packed(directory, i),
                                        "-C",
                                        entry,
                                        ".")
                                != 0) {
                    throw new IllegalStateException("Cannot pack " + entry);
                }
            }
        }

        private static String packed(Path directory, int number) {
            return directory.resolve(number + ".jar").toString();
        }

        private static List<String> entries() {
            return List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        }
    }

    private void dryStart() throws IOException {
        // A dry start that is killed leaves no archive.
        Path unfinished = directory.resolve("nodes.jsa.unfinished");
        Path data = Files.createTempDirectory("encore-dry-start");
        ProcessBuilder builder = new ProcessBuilder(command(
                        Standalone.class, "-XX:ArchiveClassesAtExit=" + unfinished, "-Dspring.context.exit=onRefresh"))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("dry-start.log").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("ENCORE_"));
        builder.environment().put("ENCORE_DATA", data.toString());
        builder.environment().put("ENCORE_DEMO", "off");
        try {
            builder.start().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        if (!Files.exists(unfinished)) {
            throw new IllegalStateException("No archive was made; dry-start.log is in " + directory);
        }
        Files.move(unfinished, archive());
    }
}
