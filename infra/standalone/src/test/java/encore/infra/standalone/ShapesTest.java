package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mapstruct.Mapper;

/** Rules for the shapes of records and of the calls that make them (ADR 91, ADR 142). */
@AnalyzeClasses(packages = "encore", importOptions = ImportOption.DoNotIncludeTests.class)
class ShapesTest {

    private static final int MAX_COMPONENTS = 12;
    private static final Set<String> REASONS = Set.of("input", "answer", "event", "document");
    private static final Pattern THREE_NULLS = Pattern.compile("\\bnull,\\s*null,\\s*null\\b");

    /** {@code large-records.txt} names every exception and its reason. */
    @ArchTest
    static void only_listed_records_have_more_than_twelve_components(JavaClasses all) throws IOException {
        Map<String, String> listed = new TreeMap<>();
        try (Stream<String> lines = Files.lines(Path.of("src/test/resources/large-records.txt"))) {
            lines.filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" "))
                    .forEach(line -> listed.put(line[0], line[1]));
        }
        assertThat(all.stream().filter(ShapesTest::isLarge).map(JavaClass::getName))
                .containsExactlyInAnyOrderElementsOf(listed.keySet());
        assertThat(REASONS).containsAll(listed.values());
    }

    /** A call with thirteen arguments in a row compiles with two of them swapped. */
    @ArchTest
    static void large_records_are_made_by_builders_or_mappers(JavaClasses all) {
        Set<String> calls = all.stream()
                .flatMap(type -> type.getConstructorCallsFromSelf().stream())
                .filter(call -> isLarge(call.getTargetOwner()))
                .filter(call -> !call.getOriginOwner().getSimpleName().endsWith("Builder"))
                .filter(call -> !isGeneratedMapper(call.getOriginOwner()))
                .map(JavaConstructorCall::getDescription)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(calls).isEmpty();
    }

    /** Of three nulls in a row nobody can tell which component each is. */
    @Test
    void no_call_passes_three_nulls_in_a_row() {
        try (Stream<Path> files = Files.walk(Path.of("../.."))) {
            List<String> found = files.filter(file -> file.toString().contains("/src/main/java/"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .flatMap(file -> THREE_NULLS
                            .matcher(read(file))
                            .results()
                            .map(MatchResult::group)
                            .map(nulls -> file + ": " + nulls))
                    .toList();
            assertThat(found).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isGeneratedMapper(JavaClass type) {
        return type.getRawInterfaces().stream().anyMatch(mapper -> mapper.isAnnotatedWith(Mapper.class));
    }

    private static boolean isLarge(JavaClass type) {
        return type.isRecord() && type.reflect().getRecordComponents().length > MAX_COMPONENTS;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
