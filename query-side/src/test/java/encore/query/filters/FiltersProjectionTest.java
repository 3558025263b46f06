package encore.query.filters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.filters.FilterEvent.SearchFilterAdded;
import encore.kernel.filters.FilterEvent.SearchFilterChanged;
import encore.kernel.filters.FilterEvent.SearchFilterRemoved;
import encore.kernel.filters.FilterId;
import encore.kernel.filters.FilterNames;
import encore.kernel.filters.FilterQuery.FindManagedFilters;
import encore.kernel.filters.FilterQuery.FindNamedFilter;
import encore.kernel.filters.FilterQuery.FindParsedFilter;
import encore.kernel.filters.SearchFilter.ParsedFilter;
import encore.kernel.paging.Paging.NextKey;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FiltersProjectionTest {

    private final ProjectionUnderTest<FiltersProjection> filters = new ProjectionUnderTest<>(FiltersProjection::new);

    @AfterEach
    void close() {
        filters.close();
    }

    @Test
    void a_filter_is_found_by_its_latest_name_and_means_what_it_says_last() {
        filters.given(
                added("a", "Regulars", "Ada"),
                added("b", "Friends", "Bob"),
                new SearchFilterChanged(
                        id("a"), new FilterNames("Guests", "house"), "{\"name\":\"Eve\"}", "{\"name\":\"Eve\"}"));
        ParsedFilter guests = named("guests");
        assertThat(guests.criteria().name()).isEqualTo("Eve");
        assertThat(guests.criteria().provinces()).isEmpty();
        assertThat(guests.shown().groupName()).isEqualTo("house");
        assertThat(guests.shown().criteria().toString()).isEqualTo("{\"name\":\"Eve\"}");
        assertThat(guests.shown().creationTimestamp()).isEqualTo(ProjectionUnderTest.START);
        assertThat(names()).containsExactly("Guests", "Friends");
        assertThatThrownBy(() -> named("Regulars"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("filter_name"));
        try (var again = filters.replayed()) {
            assertThat(again.checksums()).isEqualTo(filters.checksums());
        }
    }

    @Test
    void a_removed_filter_is_gone_also_if_its_key_was_destroyed_first() {
        filters.given(added("a", "Regulars", "Ada"), added("b", "Friends", null), new SearchFilterRemoved(id("a")));
        assertThat(names()).isEmpty();
        assertThatThrownBy(() ->
                        filters.read(documents -> filters.projection().find(new FindParsedFilter(7, "a"), documents)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    private static SearchFilterAdded added(String uid, String name, @Nullable String wanted) {
        String text = wanted == null ? null : "{\"name\":\"" + wanted + "\"}";
        return new SearchFilterAdded(id(uid), new FilterNames(name, null), text, text);
    }

    private static FilterId id(String uid) {
        return new FilterId(7, uid);
    }

    private ParsedFilter named(String name) {
        return filters.read(documents -> filters.projection().find(new FindNamedFilter(7, name), documents));
    }

    private List<String> names() {
        return filters.read(documents ->
                filters.projection().find(new FindManagedFilters(7, new NextKey(null, 10)), documents).rows().stream()
                        .map(filter -> filter.filterName())
                        .toList());
    }
}
