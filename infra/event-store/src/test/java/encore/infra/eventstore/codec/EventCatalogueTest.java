package encore.infra.eventstore.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.names.EventName;
import encore.kernel.points.PointsEvent.PointsAwarded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.axonframework.serialization.Revision;
import org.junit.jupiter.api.Test;

/**
 * Holds the names of events: {@code docs/event-catalogue.txt} is the lock. {@code ./encore docs} adds the line of a new
 * event and changes none: a name whose record moved is changed there by hand, so that nobody does it unknowingly.
 */
class EventCatalogueTest {

    private static final Path LOCK = Path.of("../../docs/event-catalogue.txt");

    private static final String HEAD = """
            # The name of each event in the log, for ever, and the record that holds it now. `./encore docs` adds the line of a
            # new event. A line never disappears; a record that is moved or renamed keeps its name (@EventName), and its line
            # is changed here by hand.
            """;

    private final EventCatalogue catalogue = EventCatalogue.load();

    @Revision("1")
    @EventName("points_awarded")
    record Granted(long count) implements Event {}

    @Revision("1")
    record PointsAwardedTo10Fans(long count) implements Event {}

    record Unrevised(long count) implements Event {}

    @Test
    void no_name_was_lost_and_none_changed_its_record() throws IOException {
        Map<String, String> now = names();
        assertThat(now).containsAllEntriesOf(locked());
        if (Boolean.getBoolean("encore.docs.write")) {
            Files.writeString(LOCK, lock());
        }
        assertThat(LOCK).content().isEqualTo(lock());
    }

    @Test
    void names_are_no_class_names() {
        assertThat(catalogue.types()).allMatch(type -> type.matches("[a-z][a-z0-9_]*"));
        assertThat(catalogue.of(PointsAwarded.class))
                .isEqualTo(new EventCatalogue.VersionedType("points_awarded", "1"));
        assertThat(EventCatalogue.of(List.of(PointsAwardedTo10Fans.class)).types())
                .containsExactly("points_awarded_to10_fans");
    }

    @Test
    void a_record_with_another_name_keeps_the_one_in_the_log() {
        EventCatalogue renamed = EventCatalogue.of(List.of(Granted.class));
        assertThat(renamed.find("points_awarded")).isEqualTo(Granted.class);
        assertThat(renamed.find("granted")).isNull();
    }

    @Test
    void two_records_of_one_name_and_one_without_a_revision_are_refused() {
        assertThatThrownBy(() -> EventCatalogue.of(List.of(PointsAwarded.class, Granted.class)))
                .hasMessageContaining("points_awarded names");
        assertThatThrownBy(() -> EventCatalogue.of(List.of(Unrevised.class))).hasMessageContaining("@Revision");
    }

    private Map<String, String> names() {
        return events().stream()
                .collect(Collectors.toMap(event -> catalogue.of(event).type(), Class::getName));
    }

    private static Map<String, String> locked() throws IOException {
        var locked = new LinkedHashMap<String, String>();
        for (String line : Files.readAllLines(LOCK)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] sides = line.split(" = ");
                assertThat(locked.put(sides[0], sides[1]))
                        .as("%s stands once", sides[0])
                        .isNull();
            }
        }
        return locked;
    }

    private String lock() {
        var text = new StringBuilder(HEAD);
        events().stream()
                .collect(Collectors.groupingBy(Class::getPackageName, LinkedHashMap::new, Collectors.toList()))
                .forEach((feature, events) -> {
                    text.append("\n# ")
                            .append(feature.substring("encore.kernel.".length()))
                            .append('\n');
                    events.forEach(event -> text.append(
                            "%s = %s%n".formatted(catalogue.of(event).type(), event.getName())));
                });
        return text.toString();
    }

    private static List<Class<? extends Event>> events() {
        return MessageTypes.of(Event.class);
    }
}
