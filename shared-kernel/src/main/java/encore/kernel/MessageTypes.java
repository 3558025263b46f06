package encore.kernel;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Finds the message types: every record of the kernel that is a {@link Command}, a {@link Query} or an {@link Event}.
 * No list names them. The kernel's classes are scanned once in a process: in a directory, in a jar, or in a jar within
 * a jar.
 */
public final class MessageTypes {

    private static final String KERNEL_PATH =
            MessageTypes.class.getPackageName().replace('.', '/') + "/";
    private static final String CLASS = ".class";

    private static final List<Class<?>> RECORD_TYPES = records();

    private MessageTypes() {}

    /** Returns all messages of a kind, in the order of their names. */
    public static <T> List<Class<? extends T>> of(Class<T> kind) {
        return RECORD_TYPES.stream()
                .filter(kind::isAssignableFrom)
                .<Class<? extends T>>map(record -> record.asSubclass(kind))
                .toList();
    }

    private static List<Class<?>> records() {
        try {
            URL self = Objects.requireNonNull(
                    MessageTypes.class.getResource(MessageTypes.class.getSimpleName() + CLASS), "the kernel's classes");
            List<String> files = self.openConnection() instanceof JarURLConnection jar ? inJar(jar) : inDirectory(self);
            return files.stream()
                    .filter(file -> file.endsWith(CLASS) && !file.endsWith("package-info" + CLASS))
                    .sorted()
                    .<Class<?>>map(MessageTypes::load)
                    .filter(Class::isRecord)
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException("The kernel's classes cannot be scanned", e);
        }
    }

    private static List<String> inJar(JarURLConnection connection) throws IOException {
        connection.setUseCaches(false);
        try (var jar = connection.getJarFile()) {
            return jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith(KERNEL_PATH))
                    .toList();
        }
    }

    private static List<String> inDirectory(URL self) throws IOException {
        Path directory =
                Objects.requireNonNull(Path.of(URI.create(self.toString())).getParent());
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(file ->
                            KERNEL_PATH + directory.relativize(file).toString().replace('\\', '/'))
                    .toList();
        }
    }

    /** Does not initialize the class: most processes use few of them. */
    private static Class<?> load(String file) {
        String name = file.substring(0, file.length() - CLASS.length()).replace('/', '.');
        try {
            return Class.forName(name, false, MessageTypes.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(name, e);
        }
    }
}
