package encore.infra.backend.peer;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.Query;
import encore.kernel.points.PointsCommand.AwardPoints;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageTypesTest {

    @Test
    void only_records_of_the_kind_are_found() {
        assertThat(MessageTypes.of(Command.class).contains(AwardPoints.class)).isTrue();
        assertThat(MessageTypes.of(Query.class))
                .isNotEmpty()
                .allMatch(Class::isRecord)
                .allMatch(Query.class::isAssignableFrom);
    }

    @Test
    void the_same_are_found_in_a_directory_and_in_a_jar(@TempDir Path directory) throws Exception {
        Path classes = directory.resolve("a place with a blank");
        Path jar = directory.resolve("kernel.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : kernel()) {
                byte[] bytes =
                        MessageTypes.class.getResourceAsStream("/" + name).readAllBytes();
                out.putNextEntry(new JarEntry(name));
                out.write(bytes);
                Path file = classes.resolve(name);
                Files.createDirectories(file.getParent());
                Files.write(file, bytes);
            }
        }
        for (Path place : List.of(classes, jar)) {
            for (Class<?> kind : List.of(Command.class, Query.class, Event.class)) {
                assertThat(foundIn(place, kind))
                        .as("%s in %s", kind, place)
                        .isEqualTo(MessageTypes.of(kind).stream()
                                .map(Class::getName)
                                .toList());
            }
        }
    }

    /** By a kernel of its own, which lies there. */
    private static List<String> foundIn(Path place, Class<?> kind) throws Exception {
        try (var loader = new KernelOnly(place.toUri().toURL())) {
            Class<?> finder = loader.loadClass(MessageTypes.class.getName());
            List<?> found =
                    (List<?>) finder.getMethod("of", Class.class).invoke(null, loader.loadClass(kind.getName()));
            return found.stream().map(type -> ((Class<?>) type).getName()).toList();
        }
    }

    private static List<String> kernel() throws IOException {
        var root = Path.of(MessageTypes.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        if (!Files.isDirectory(root)) {
            try (var jar = new JarFile(root.toFile())) {
                return jar.stream()
                        .map(JarEntry::getName)
                        .filter(name -> name.endsWith(".class"))
                        .toList();
            }
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".class"))
                    .toList();
        }
    }

    /** Loads the kernel from one place, all else as usual. */
    private static final class KernelOnly extends URLClassLoader {

        KernelOnly(URL place) {
            super(new URL[] {place}, MessageTypesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("encore.kernel.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }

        @Override
        public URL getResource(String name) {
            return name.startsWith("encore/kernel/") ? findResource(name) : super.getResource(name);
        }
    }
}
