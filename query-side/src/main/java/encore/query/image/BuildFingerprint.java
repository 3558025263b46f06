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

/** Identifies a build by the files of its classes, because an image stores memory in the layout of these classes. */
final class BuildFingerprint {

    private BuildFingerprint() {}

    /**
     * Returns a fingerprint of the files that contain these classes, or an empty text where they are not in a file or
     * directory.
     */
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

    /** Combines sizes and times: a jar is one file, unpacked classes are many. */
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
