package encore.api.listednames;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.Principal;
import encore.api.listednames.NamesOfThings.NamedFan;
import encore.api.listednames.NamesOfThings.NamedThing;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.listednames.ListedNameQuery.FindNamesOfThings;
import encore.kernel.people.Area;
import encore.kernel.people.Right;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/**
 * Tells the names of things by their ids, of many kinds at once. Which of them a caller may know depends on their kinds, so it
 * is decided here.
 */
@RestController
@Access(scope = "manage", own = true, lock = Lock.SECRET)
@RequestMapping("/api/v1/manage/names")
class NamesController {

    private static final int MAX_IDS = 500;
    private static final Right READ_FANS = new Right(Area.FANS, false);

    /** The things whose ids are numbers. */
    record Numbers(
            @Description("Campaigns and quests. At most 500 ids in all.") @Nullable @Size(max = MAX_IDS)
            List<Long> pageTabId,

            @Nullable @Size(max = MAX_IDS) List<Long> businessId,
            @Nullable @Size(max = MAX_IDS) List<Long> trackerId,
            @Nullable @Size(max = MAX_IDS) List<Long> tagId,
            @Nullable @Size(max = MAX_IDS) List<Long> fanId) {

        Stream<Thing> things() {
            return Stream.of(
                            Thing.all(ThingKind.APPS, "page_tab_id", pageTabId),
                            Thing.all(ThingKind.QUESTS, "page_tab_id", pageTabId),
                            Thing.all(ThingKind.BUSINESSES, "business_id", businessId),
                            Thing.all(ThingKind.TRACKERS, "tracker_id", trackerId),
                            Thing.all(ThingKind.TAGS, "tag_id", tagId))
                    .flatMap(all -> all);
        }
    }

    /** The things whose ids are texts. */
    record Uids(
            @Nullable @Size(max = MAX_IDS) List<@NotBlank @Size(max = 64) String> rewardUid,
            @Nullable @Size(max = MAX_IDS) List<@NotBlank @Size(max = 64) String> performanceUid,
            @Nullable @Size(max = MAX_IDS) List<@NotBlank @Size(max = 64) String> eventUid,
            @Nullable @Size(max = MAX_IDS) List<@NotBlank @Size(max = 64) String> venueUid,
            @Nullable @Size(max = MAX_IDS) List<@NotBlank @Size(max = 64) String> idolUid,
            @Nullable @Size(max = MAX_IDS) List<@NotBlank @Size(max = 64) String> idolEventUid,
            @Nullable @Size(max = MAX_IDS) List<@NotBlank @Size(max = 255) String> streamKey,
            @Nullable @Size(max = MAX_IDS) List<@NotBlank @Size(max = 64) String> portalUid,
            @Nullable @Size(max = MAX_IDS) List<@NotBlank @Size(max = 64) String> filterUid,
            @Nullable @Size(max = MAX_IDS) List<@NotBlank @Size(max = 64) String> snapshotUid,
            @Nullable @Size(max = MAX_IDS) List<@NotBlank @Size(max = 64) String> pointUid) {

        Stream<Thing> things() {
            return Stream.of(
                            Thing.all(ThingKind.REWARDS, "reward_uid", rewardUid),
                            Thing.all(ThingKind.PERFORMANCES, "performance_uid", performanceUid),
                            Thing.all(ThingKind.TICKET_EVENTS, "event_uid", eventUid),
                            Thing.all(ThingKind.VENUES, "venue_uid", venueUid),
                            Thing.all(ThingKind.IDOLS, "idol_uid", idolUid),
                            Thing.all(ThingKind.IDOL_EVENTS, "idol_event_uid", idolEventUid),
                            Thing.all(ThingKind.STREAMS, "stream_key", streamKey),
                            Thing.all(ThingKind.TEMPLATE_PORTALS, "portal_uid", portalUid),
                            Thing.all(ThingKind.SEARCH_FILTERS, "filter_uid", filterUid),
                            Thing.all(ThingKind.SNAPSHOTS, "snapshot_uid", snapshotUid),
                            Thing.all(ThingKind.POINTS, "point_uid", pointUid))
                    .flatMap(all -> all);
        }
    }

    /** @param parameter the parameter that names it */
    private record Thing(ThingKind kind, String parameter, String id) {

        static Stream<Thing> all(ThingKind kind, String parameter, @Nullable List<?> ids) {
            return ids == null
                    ? Stream.of()
                    : ids.stream().distinct().map(id -> new Thing(kind, parameter, id.toString()));
        }
    }

    private final Backend backend;

    NamesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Tells the names of things and fans by their ids; what the caller may not read is left out")
    @GetMapping
    Mono<NamesOfThings> findNames(Caller caller, Principal principal, @Params Numbers numbers, @Params Uids uids) {
        List<Thing> asked = Stream.concat(numbers.things(), uids.things()).toList();
        List<Long> fans = Objects.requireNonNullElse(numbers.fanId(), List.of());
        // A page_tab_id names a campaign or a quest, and is one id.
        long ids =
                asked.stream().filter(thing -> thing.kind() != ThingKind.QUESTS).count() + fans.size();
        if (ids > MAX_IDS) {
            throw Problem.input(
                    fans.isEmpty() ? asked.getLast().parameter() : "fan_id",
                    ErrorCode.LENGTH,
                    "must have at most " + MAX_IDS + " ids, together with the other parameters");
        }
        return things(
                        caller,
                        asked.stream()
                                .filter(thing -> thing.kind().isOpenTo(principal))
                                .toList())
                .zipWith(fans(caller, principal.has(READ_FANS) ? fans : List.of()), NamesOfThings::new);
    }

    private Mono<List<NamedThing>> things(Caller caller, List<Thing> asked) {
        if (asked.isEmpty()) {
            return Mono.just(List.of());
        }
        Map<String, Thing> byStream = new LinkedHashMap<>();
        asked.forEach(thing -> byStream.put(thing.kind().stream(caller.account(), thing.id()), thing));
        return backend.ask(caller, new FindNamesOfThings(caller.account(), List.copyOf(byStream.keySet())))
                .map(names -> names.stream()
                        .map(name -> {
                            Thing thing = Objects.requireNonNull(byStream.get(name.stream()));
                            return new NamedThing(thing.kind(), thing.id(), name.name());
                        })
                        .toList());
    }

    private Mono<List<NamedFan>> fans(Caller caller, List<Long> ids) {
        return ids.isEmpty()
                ? Mono.just(List.of())
                : backend.ask(
                                caller,
                                new FindFans(
                                        caller.account(),
                                        ids.stream().distinct().toList(),
                                        false))
                        .map(fans -> fans.stream().map(NamedFan::of).toList());
    }
}
