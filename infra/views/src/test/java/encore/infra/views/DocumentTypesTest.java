package encore.infra.views;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.views.criteria.Index;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentTypesTest {

    record Venue(long id, String name) {}

    /** As {@link Venue}, renamed. */
    record Hall(long id, String name) {}

    record VenueWithCity(long id, String name, String city) {}

    record Listed<T>(T content, int position) {}

    record Entry<D>(D content, int position) {}

    private static final String BEFORE = sum(Collection.of("venues", Venue.class));

    @Test
    void a_renamed_record_and_another_index_leave_the_sum_as_it_is() {
        assertThat(sum(Collection.of("venues", Hall.class, Index.on("id")))).isEqualTo(BEFORE);
        assertThat(sum(generic("venues", Entry.class, Hall.class)))
                .isEqualTo(sum(generic("venues", Listed.class, Venue.class)));
    }

    @Test
    void a_collection_that_was_added_later_leaves_the_sum_as_it_is() {
        assertThat(sum(
                        Collection.of("venues", Venue.class),
                        Collection.of("more", Hall.class).addedLater()))
                .isEqualTo(BEFORE);
    }

    @Test
    void another_component_collection_or_content_changes_the_sum() {
        assertThat(sum(Collection.of("venues", VenueWithCity.class))).isNotEqualTo(BEFORE);
        assertThat(sum(Collection.of("halls", Venue.class))).isNotEqualTo(BEFORE);
        assertThat(sum(Collection.of("venues", Venue.class), Collection.of("more", Venue.class)))
                .isNotEqualTo(BEFORE)
                .isEqualTo(sum(Collection.of("more", Venue.class), Collection.of("venues", Venue.class)));
        assertThat(sum(generic("venues", Listed.class, VenueWithCity.class)))
                .isNotEqualTo(sum(generic("venues", Listed.class, Venue.class)));
    }

    private static String sum(Collection<?>... collections) {
        return new Views.Shape("venues", List.of(collections)).types();
    }

    private static <T> Collection<T> generic(String name, Class<T> type, Class<?> content) {
        return new Collection<>(name, type, content, List.of(), false);
    }
}
