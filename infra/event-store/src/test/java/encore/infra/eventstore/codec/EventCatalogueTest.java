package encore.infra.eventstore.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Event;
import encore.kernel.points.PointsEvent.PointsAwarded;
import org.junit.jupiter.api.Test;

class EventCatalogueTest {

    private final EventCatalogue catalogue = EventCatalogue.load();

    @Test
    void every_event_of_the_kernel_has_a_name_in_the_log() {
        for (Class<? extends Event> event : KernelEvents.all()) {
            assertThat(catalogue.find(catalogue.of(event).type())).isEqualTo(event);
        }
        assertThat(catalogue.types()).hasSameSizeAs(KernelEvents.all());
    }

    @Test
    void names_are_no_class_names() {
        assertThat(catalogue.types()).allMatch(type -> type.matches("[a-z][a-z0-9_]*"));
        assertThat(catalogue.of(PointsAwarded.class)).isEqualTo(new EventCatalogue.Entry("points_awarded", "1"));
    }

    @Test
    void a_name_or_a_record_that_stands_twice_is_refused() {
        String line = "points_awarded = " + PointsAwarded.class.getName() + "\n";
        assertThatThrownBy(() -> EventCatalogue.parse(line + line)).hasMessageContaining("twice");
        assertThatThrownBy(() -> EventCatalogue.parse(line + "again = " + PointsAwarded.class.getName()))
                .hasMessageContaining("twice");
    }
}
