package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.walk.BrunoCollection;
import encore.infra.standalone.walk.WalkFiles;
import encore.infra.standalone.walk.WalkStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps docs/bruno what the walk says. {@code ./encore docs} writes it anew. */
class WalkPageTest {

    private static final Path FOLDER = Path.of("../../docs/bruno");
    private static final String PICTURE = "picture.jpg";

    @Test
    void the_collection_says_what_the_walk_does() throws IOException {
        Map<String, String> files = BrunoCollection.of(WalkFiles.steps());
        if (Boolean.getBoolean("encore.docs.write")) {
            write(files);
        }
        assertThat(read()).isEqualTo(files);
        assertThat(FOLDER.resolve(PICTURE)).hasBinaryContent(WalkFiles.image(PICTURE));
    }

    @Test
    void steps_have_titles_of_their_own() {
        assertThat(WalkFiles.steps()).extracting(WalkStep::title).doesNotHaveDuplicates();
    }

    private static void write(Map<String, String> files) throws IOException {
        for (Path old : files()) {
            Files.delete(old);
        }
        for (var file : files.entrySet()) {
            Path path = FOLDER.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        Files.write(FOLDER.resolve(PICTURE), WalkFiles.image(PICTURE));
    }

    private static Map<String, String> read() throws IOException {
        Map<String, String> files = new TreeMap<>();
        for (Path path : files()) {
            if (!path.endsWith(PICTURE)) {
                files.put(FOLDER.relativize(path).toString(), Files.readString(path));
            }
        }
        return files;
    }

    private static List<Path> files() throws IOException {
        if (!Files.exists(FOLDER)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
