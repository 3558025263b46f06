package encore.infra.standalone;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * A sum of all that an archive of classes depends on: the JVM with its options, jars by name, size and time, and classes in
 * directories by their bytes. A compiler that writes the same classes again changes nothing.
 */
final class ClassPathSum {

    private final CRC32 sum = new CRC32();

    private ClassPathSum() {}

    static String of(String classPath, List<String> options) throws IOException {
        ClassPathSum all = new ClassPathSum();
        all.add(System.getProperty("java.vm.version"));
        options.forEach(all::add);
        for (String entry : classPath.split(File.pathSeparator)) {
            all.add(Path.of(entry));
        }
        return Long.toHexString(all.sum.getValue());
    }

    private void add(Path entry) throws IOException {
        if (!Files.isDirectory(entry)) {
            File file = entry.toFile();
            add(file.getPath() + " " + file.length() + " " + file.lastModified());
            return;
        }
        try (Stream<Path> files = Files.walk(entry)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                add(file.toString());
                sum.update(Files.readAllBytes(file));
            }
        }
    }

    private void add(String text) {
        sum.update(text.getBytes(StandardCharsets.UTF_8));
    }
}
