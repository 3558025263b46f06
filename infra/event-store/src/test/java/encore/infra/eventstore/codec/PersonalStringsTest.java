package encore.infra.eventstore.codec;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Event;
import encore.kernel.PersonalData;
import encore.kernel.StreamId;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every String that an event tells of a person is encrypted, or somebody wrote down why it need not be. */
class PersonalStringsTest {

    private static final List<String> ABOUT_PERSONS =
            List.of("encore.kernel.fans", "encore.kernel.identifiers", "encore.kernel.connections");

    @Test
    void every_string_of_fan_identifier_and_connection_events_is_personal_or_on_the_reviewed_list() throws IOException {
        Set<String> open = new TreeSet<>();
        for (Class<? extends Event> event : KernelEvents.all()) {
            if (ABOUT_PERSONS.contains(event.getPackageName())) {
                collect(event, event.getSimpleName(), open);
            }
        }
        assertThat(open).isEqualTo(reviewed());
    }

    private static void collect(Class<?> record, String path, Set<String> open) {
        for (RecordComponent component : record.getRecordComponents()) {
            if (!component.isAnnotationPresent(PersonalData.class)) {
                collect(component.getGenericType(), path + "." + component.getName(), open);
            }
        }
    }

    private static void collect(Type type, String path, Set<String> open) {
        if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                collect(argument, path, open);
            }
        } else if (type instanceof Class<?> plain) {
            if (plain.isSealed()) {
                for (Class<?> each : plain.getPermittedSubclasses()) {
                    collect(each, path, open);
                }
            } else if (plain.isRecord() && !StreamId.class.isAssignableFrom(plain)) {
                collect(plain, path, open);
            } else if (plain == String.class || plain.getName().startsWith("tools.jackson")) {
                open.add(path);
            }
        }
    }

    /** {@code not-personal.txt}: one {@code Event.component} a line; what follows a {@code #} says why. */
    private static Set<String> reviewed() throws IOException {
        try (InputStream in = PersonalStringsTest.class.getResourceAsStream("/not-personal.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
