package encore.command.filters;

import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.codec.EventJson;
import encore.kernel.Patch;
import encore.kernel.filters.FilterCommand.AddFilter;
import encore.kernel.filters.FilterCommand.ChangeFilter;
import encore.kernel.filters.FilterCommand.FilterSearch;
import encore.kernel.filters.FilterCommand.RemoveFilter;
import encore.kernel.filters.FilterEvent.SearchFilterAdded;
import encore.kernel.filters.FilterEvent.SearchFilterChanged;
import encore.kernel.filters.FilterEvent.SearchFilterRemoved;
import encore.kernel.filters.FilterId;
import encore.kernel.filters.FilterNames;
import encore.kernel.filters.FilterUid;
import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanCriteria.ActiveDays;
import encore.kernel.search.FanCriteria.LabelCriteria;
import encore.kernel.search.FanCriteriaBuilder;
import encore.kernel.search.TicketCriteria;
import encore.kernel.snapshots.SnapshotId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class FilterTest {

    private static final FilterId OURS = new FilterId(7, "ours");
    private static final FilterNames REGULARS = new FilterNames("Regulars", "house");
    private static final FilterSearch ADA = sought("Ada");

    private final AggregateUnderTest<Filter> filters = new AggregateUnderTest<>(Filter.class);

    @Test
    void a_filter_has_a_key_and_a_name_of_its_own() {
        filters.givenNoPriorActivity()
                .when(new AddFilter(OURS, REGULARS, ADA))
                .expectEvents(added(REGULARS))
                .expectResultMessagePayload(new FilterUid("ours"));
        assertThat(filters.subjectKeys.made).containsExactly(OURS.toString());
        assertThat(filters.claims.held).isEqualTo(Map.of(claim("regulars"), OURS.toString()));
    }

    @Test
    void a_name_is_anothers_however_it_is_spelled() {
        filters.claims.held.put(claim("regulars"), "filter.7.other");
        filters.givenNoPriorActivity()
                .when(new AddFilter(OURS, new FilterNames(" REGULARS", null), ADA))
                .expectNoEvents()
                .expectException(refusalNaming("filter_name"));
        filters.given(added(new FilterNames("Friends", null)))
                .when(change(new FilterNames("Regulars", null), null))
                .expectNoEvents()
                .expectException(refusalNaming("filter_name"));
        assertThat(filters.subjectKeys.made).isEmpty();
    }

    @Test
    void a_filter_without_a_name_is_refused() {
        filters.givenNoPriorActivity()
                .when(new AddFilter(OURS, new FilterNames(" ", null), ADA))
                .expectException(refusalNaming("filter_name"));
    }

    @Test
    void a_change_takes_the_new_name_and_keeps_what_it_does_not_say() {
        filters.claims.held.put(claim("regulars"), OURS.toString());
        filters.given(added(REGULARS))
                .when(change(new FilterNames("Friends", null), null))
                .expectEvents(new SearchFilterChanged(
                        OURS, new FilterNames("Friends", "house"), parameters(ADA), criteria(ADA)));
        assertThat(filters.claims.held).isEqualTo(Map.of(claim("friends"), OURS.toString()));
    }

    @Test
    void the_search_is_replaced_whole_and_a_filter_can_leave_its_group() {
        FilterSearch bob = sought("Bob");
        filters.given(added(REGULARS))
                .when(new ChangeFilter(OURS, new Patch<>(FilterNames.NONE, Set.of("groupName")), bob))
                .expectEvents(new SearchFilterChanged(
                        OURS, new FilterNames("Regulars", null), parameters(bob), criteria(bob)));
    }

    @Test
    void a_change_of_nothing_records_no_event() {
        filters.given(added(REGULARS)).when(change(REGULARS, ADA)).expectNoEvents();
    }

    @Test
    void a_name_is_free_behind_its_filter_also_when_its_key_is_gone() {
        filters.claims.held.put(claim("regulars"), OURS.toString());
        filters.given(new SearchFilterAdded(OURS, REGULARS, null, null))
                .when(new RemoveFilter(OURS))
                .expectEvents(new SearchFilterRemoved(OURS));
        assertThat(filters.claims.held).isEmpty();
    }

    @Test
    void a_filter_names_snapshots_that_are_there() {
        FanCriteria criteria = FanCriteria.in("may");
        FilterSearch search =
                new FilterSearch(JsonNodeFactory.instance.objectNode().put("fan_incl_snapshot_uids", "may"), criteria);
        filters.givenNoPriorActivity()
                .when(new AddFilter(OURS, REGULARS, search))
                .expectNoEvents()
                .expectException(refusalNaming("fan_incl_snapshot_uids"));
        filters.given(added(REGULARS))
                .when(new ChangeFilter(OURS, Patch.of(FilterNames.NONE), search))
                .expectNoEvents()
                .expectException(refusalNaming("fan_incl_snapshot_uids"));
        filters.streams.open(new SnapshotId(7, "may"));
        filters.givenNoPriorActivity()
                .when(new AddFilter(OURS, REGULARS, search))
                .expectSuccessfulHandlerExecution();
    }

    @Test
    void criteria_are_read_as_they_were_written() {
        assertThat(EventJson.mapper().readValue(criteria(ADA), FanCriteria.class))
                .isEqualTo(ADA.criteria());
        assertThat(EventJson.mapper()
                        .readValue("{\"gender\":\"female\"}", FanCriteria.class)
                        .tags())
                .isEqualTo(LabelCriteria.ANY);
    }

    private static ChangeFilter change(FilterNames names, @Nullable FilterSearch search) {
        return new ChangeFilter(OURS, Patch.of(names), search);
    }

    private static SearchFilterAdded added(FilterNames names) {
        return new SearchFilterAdded(OURS, names, parameters(ADA), criteria(ADA));
    }

    private static String parameters(FilterSearch search) {
        return search.parameters().toString();
    }

    private static String criteria(FilterSearch search) {
        return EventJson.mapper().writeValueAsString(search.criteria());
    }

    private static Claim claim(String name) {
        return new Claim("filter", 7, name);
    }

    private static FilterSearch sought(String name) {
        var criteria = FanCriteriaBuilder.builder()
                .only(List.of())
                .notOnly(List.of())
                .provinces(List.of("CA"))
                .postalCodes(List.of())
                .metroAreas(List.of())
                .networks(List.of())
                .active(ActiveDays.ANY)
                .tags(new LabelCriteria(List.of("vip"), true))
                .idols(LabelCriteria.ANY)
                .tickets(TicketCriteria.ANY)
                .snapshots(FanCriteria.Snapshots.ANY)
                .name(name)
                .build();
        return new FilterSearch(JsonNodeFactory.instance.objectNode().put("name", name), criteria);
    }
}
