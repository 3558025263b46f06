package encore.api.listednames;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.Principal;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Query;
import encore.kernel.businesses.BusinessQuery.ListManagedBusinesses;
import encore.kernel.campaigns.CampaignQuery.ListManagedCampaigns;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStreams;
import encore.kernel.filters.FilterQuery.FindManagedFilters;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventPage;
import encore.kernel.idols.IdolsQuery.SearchIdols;
import encore.kernel.listednames.NameBeginnings;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.performances.PerformanceQuery.ListPerformances;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.kernel.portals.PortalQuery.FindPortals;
import encore.kernel.quests.QuestQuery.ListAllQuests;
import encore.kernel.quests.QuestQuery.QuestSelection;
import encore.kernel.rewards.RewardQuery.FindManagedRewards;
import encore.kernel.rewards.RewardQueryCriteriaBuilder;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotSummaries;
import encore.kernel.tags.TagQuery.FindTags;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindTicketEventPage;
import encore.kernel.trackers.TrackerQuery.FindStoredTrackerPage;
import encore.kernel.venues.VenueQuery.ListVenues;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Finds things of several kinds by their names, each kind as its list is searched. Which kinds a caller may read depends on the
 * caller, so it is decided here.
 */
@RestController
@Access(scope = "manage", own = true, lock = Lock.SECRET)
@RequestMapping("/api/v1/manage/found")
class FoundController {

    private static final int MAX_ROWS = 20;
    private static final int ROWS = 8;

    record Find(
            @Description("Finds the things whose names begin with this, from any of their words on.")
            @NotBlank
            @Size(max = NameBeginnings.MAX_LENGTH)
            String q,

            @Description("The kinds to look for; all that the caller may read if none is given.") @Nullable
            List<ThingKind> kinds,

            @Description("The most things of each kind.") @Default("" + ROWS) @Nullable @Min(1) @Max(MAX_ROWS)
            Integer limit) {

        List<ThingKind> wanted() {
            return kinds == null || kinds.isEmpty()
                    ? List.of(ThingKind.values())
                    : Arrays.stream(ThingKind.values()).filter(kinds::contains).toList();
        }

        NextKey page() {
            return new NextKey(null, limit == null ? ROWS : limit, q);
        }
    }

    private final Backend backend;

    FoundController(Backend backend) {
        this.backend = backend;
    }

    @Description(
            "Finds things of several kinds by their names, in the order of the kinds; those that the caller may not read"
                    + " are left out")
    @GetMapping
    Mono<List<FoundThing>> findThings(Caller caller, Principal principal, @Params Find in) {
        return Flux.fromIterable(in.wanted())
                .filter(kind -> kind.isOpenTo(principal))
                .flatMapSequential(kind -> things(kind, caller, in.page()))
                .collectList();
    }

    private Flux<FoundThing> things(ThingKind kind, Caller caller, NextKey page) {
        long account = caller.account();
        return switch (kind) {
            case APPS ->
                things(
                        caller,
                        new ListManagedCampaigns(account, page),
                        row -> new FoundThing(
                                kind,
                                id(row.pageTabId()),
                                row.name(),
                                row.appType().word()));
            case QUESTS ->
                things(
                        caller,
                        quests(account, page),
                        row -> new FoundThing(
                                kind, id(row.quest().pageTabId()), row.quest().title(), null));
            case REWARDS ->
                things(
                        caller,
                        rewards(account, page),
                        row -> new FoundThing(
                                kind, row.reward().rewardUid(), row.reward().rewardTitle(), null));
            case PERFORMANCES ->
                things(
                        caller,
                        new ListPerformances(account, page),
                        row -> new FoundThing(
                                kind,
                                row.performanceUid(),
                                name(row.details().performanceName()),
                                text(row.details().performanceDate())));
            case TICKET_EVENTS ->
                things(
                        caller,
                        new FindTicketEventPage(account, page),
                        row -> new FoundThing(
                                kind,
                                row.eventUid(),
                                name(row.details().eventName()),
                                text(row.details().eventDate())));
            case VENUES ->
                things(
                        caller,
                        new ListVenues(account, page),
                        row -> new FoundThing(kind, row.venueUid(), row.venueName(), row.city()));
            case IDOLS ->
                things(
                        caller,
                        new SearchIdols(account, null, null, page),
                        row -> new FoundThing(
                                kind, row.idol().idolUid(), row.idol().idolName(), null));
            case IDOL_EVENTS ->
                things(
                        caller,
                        new FindIdolEventPage(account, page),
                        row -> new FoundThing(
                                kind,
                                row.event().idolEventUid(),
                                name(row.event().eventName()),
                                row.event().idolName()));
            case BUSINESSES ->
                things(
                        caller,
                        new ListManagedBusinesses(account, page),
                        row -> new FoundThing(
                                kind, id(row.businessId()), name(row.details().businessName()), null));
            case STREAMS ->
                things(
                        caller,
                        new FindFanStreams(account, false, page),
                        row -> new FoundThing(kind, row.streamKey(), name(row.streamName()), null));
            case TEMPLATE_PORTALS ->
                things(
                        caller,
                        new FindPortals(account, page),
                        row -> new FoundThing(kind, row.portalUid(), row.portalName(), row.performanceGroupName()));
            case TRACKERS ->
                things(
                        caller,
                        new FindStoredTrackerPage(account, page),
                        row -> new FoundThing(
                                kind,
                                id(row.tracker().number()),
                                Objects.requireNonNullElse(row.details().trackerName(), row.trackerKey()),
                                row.details().trackerGroupName()));
            case TAGS ->
                things(
                        caller,
                        new FindTags(account, page),
                        row -> new FoundThing(kind, id(row.tagId()), row.tagName(), null));
            case SEARCH_FILTERS ->
                things(
                        caller,
                        new FindManagedFilters(account, page),
                        row -> new FoundThing(kind, row.filterUid(), row.filterName(), row.groupName()));
            case SNAPSHOTS ->
                things(
                        caller,
                        new FindSnapshotSummaries(account, page),
                        row -> new FoundThing(kind, row.snapshotUid(), row.snapshotName(), null));
            case POINTS -> points(caller, page);
        };
    }

    /** An account has few kinds of points, so their list has no search of its own. */
    private Flux<FoundThing> points(Caller caller, NextKey page) {
        String searched = NameBeginnings.searched(Objects.requireNonNull(page.q()));
        return backend.ask(caller, new FindPointTypes(caller.account()))
                .flatMapIterable(types -> types)
                .filter(type -> !searched.isEmpty()
                        && NameBeginnings.of(type.pointName()).all().stream()
                                .anyMatch(beginning -> beginning.startsWith(searched)))
                .take(page.limit())
                .map(type -> new FoundThing(ThingKind.POINTS, type.pointUid(), type.pointName(), null));
    }

    private <R> Flux<FoundThing> things(Caller caller, Query<Page<R>> query, Function<R, FoundThing> thing) {
        return backend.ask(caller, query).flatMapIterable(Page::rows).map(thing);
    }

    private static ListAllQuests quests(long account, NextKey page) {
        return new ListAllQuests(account, new QuestSelection(null, null), null, Instant.now(), page);
    }

    private static FindManagedRewards rewards(long account, NextKey page) {
        return new FindManagedRewards(
                account, RewardQueryCriteriaBuilder.builder().build(), Instant.now(), page, null);
    }

    private static String id(long number) {
        return Long.toString(number);
    }

    /** A thing that is found by its name has one, unless it lost it meanwhile. */
    private static String name(@Nullable String name) {
        return Objects.requireNonNullElse(name, "");
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }
}
