package encore.query.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.stream.Stream;

/** Tells builds apart by where their classes are from: what is held in memory is written as these classes hold it. */
final class Build {

    private Build() {}

    /** Names what these classes are from; empty where that is no file or directory. */
    static String of(List<Class<?>> classes) {
        var name = new StringBuilder();
        for (Class<?> one : classes) {
            CodeSource source = one.getProtectionDomain().getCodeSource();
            String print = source == null ? "" : print(source);
            if (print.isEmpty()) {
                return "";
            }
            name.append(print).append(' ');
        }
        return name.toString();
    }

    /** Sums up sizes and times: a jar is one file, classes that were not packed are many. */
    private static String print(CodeSource source) {
        try (Stream<Path> files = Files.walk(Path.of(source.getLocation().toURI()))) {
            long[] sum = new long[2];
            files.filter(Files::isRegularFile).forEach(file -> {
                sum[0] += file.toFile().length();
                sum[1] = 31 * sum[1] + file.toFile().lastModified();
            });
            return sum[0] + "/" + sum[1];
        } catch (IOException
                | UncheckedIOException
                | URISyntaxException
                | IllegalArgumentException
                | FileSystemNotFoundException e) {
            return "";
        }
    }
}
