package encore.infra.eventstore.codec;

import encore.kernel.Event;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All event records of the kernel, found where its classes lie. */
final class KernelEvents {

    private KernelEvents() {}

    static List<Class<? extends Event>> all() {
        try {
            URI kernel = Event.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
            Path place = Path.of(kernel);
            if (Files.isDirectory(place)) {
                return under(place);
            }
            try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
                return under(jar.getPath("/"));
            }
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Class<? extends Event>> under(Path root) throws IOException {
        List<Class<? extends Event>> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                String name = root.relativize(file).toString();
                if (name.startsWith("encore/kernel/") && name.endsWith(".class") && !name.contains("-info")) {
                    Class<?> type = load(name.substring(0, name.length() - 6).replace('/', '.'));
                    if (type.isRecord() && Event.class.isAssignableFrom(type)) {
                        found.add(type.asSubclass(Event.class));
                    }
                }
            }
        }
        return found;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
