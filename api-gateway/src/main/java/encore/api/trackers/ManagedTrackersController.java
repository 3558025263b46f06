package encore.api.trackers;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.constraints.WebUrl;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.outbound.PublicShortLinks;
import encore.api.paging.NamesPaging;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fans.FanQuery.FindContacts;
import encore.kernel.people.Area;
import encore.kernel.records.StrictMapping;
import encore.kernel.trackers.Tracker;
import encore.kernel.trackers.TrackerCommand.ChangeTracker;
import encore.kernel.trackers.TrackerCommand.DeleteTracker;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerEntry;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackerNetwork;
import encore.kernel.trackers.TrackerQuery.FindTracker;
import encore.kernel.trackers.TrackerQuery.FindTrackerPage;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;
import org.mapstruct.Named;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages trackers, and makes personal links of them. */
@RestController
@Access(scope = "manage", area = Area.CAMPAIGNS, lock = SECRET)
@RequestMapping("/api/v1/manage/trackers")
class ManagedTrackersController {

    private static final int ROWS = 500;
    private static final String ONE = "/{tracker_id}";

    private static final int MAX_FANS = 500;

    record One(long trackerId) {}

    /** The new values. Of a quest's tracker the quest decides the name, group, target, network and page_tab_id. */
    record Change(
            long trackerId,

            @Description("Cannot be cleared.") @Nullable @Size(max = 128)
            String trackerName,

            @Description("Cannot be cleared.") @Nullable @Size(max = 255)
            String trackerGroupName,

            @Description("Cannot be cleared.") @WebUrl @Nullable @Size(max = TrackersController.MAX_URL)
            String targetUrl,

            @Nullable @Size(max = 255) String network,
            @Nullable @Size(max = 255) String purchaseEventWildcard,
            @Nullable @Size(max = 255) String venueIdWildcard,
            @Nullable @Size(max = 64) String trackerMarketingGroupName,
            @Nullable Long pageTabId,

            @Description("Days from a click during which a purchase belongs to it. Cleared: 30.")
            @Nullable
            @Min(0)
            @Max(365)
            Integer attributionDays,

            @Description("Whether the target is told tracker_click_uid. Cleared: only not of a quest's tracker.")
            @Nullable
            Boolean isClickAppended,

            ClearedComponents cleared) {

        Patch<TrackerDetails> change() {
            return cleared.toPatch(DetailsMapper.MAPPER.details(this));
        }
    }

    @Mapper(config = StrictMapping.class)
    interface DetailsMapper {

        DetailsMapper MAPPER = new ManagedTrackersController$DetailsMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = {"cleared", "trackerId"})
        @Mapping(target = "network", qualifiedByName = "network")
        TrackerDetails details(Change input);

        @Named("network")
        default @Nullable TrackerNetwork network(@Nullable String given) {
            return given == null ? null : TrackerNetwork.of(given);
        }
    }

    record MakeLinks(
            long trackerId, @NotEmpty @Size(max = MAX_FANS) List<Long> fanIds) {}

    /** The personal link of a fan. A click on it is one of the fan. */
    record PersonalLink(long fanId, @Nullable String trackerUrl) {}

    private final Backend backend;
    private final PublicHosts hosts;
    private final PersonalLinks personalLinks;
    private final ShortLinkTargets targets;

    ManagedTrackersController(
            Backend backend, PublicHosts hosts, PersonalLinks personalLinks, ShortLinkTargets targets) {
        this.backend = backend;
        this.hosts = hosts;
        this.personalLinks = personalLinks;
        this.targets = targets;
    }

    @Description("Lists the trackers with their numbers, oldest first")
    @GetMapping
    ListOrPage<Tracker.Managed> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(
                ROWS,
                page -> backend.ask(caller, new FindTrackerPage(caller.account(), page))
                        .map(trackers -> trackers.map(tracker -> tracker.managed(hosts.publicUrl()))));
    }

    @Description("Finds a tracker with the rules by which purchases belong to it")
    @GetMapping(ONE)
    Mono<Tracker.Managed> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindTracker(caller.account(), in.trackerId()))
                .map(tracker -> tracker.managed(hosts.publicUrl()));
    }

    @Description("Changes a tracker; its key and its domain never change")
    @PostMapping(ONE)
    Mono<Tracker.Managed> change(Caller caller, @Params Change in) {
        PublicShortLinks.mustBeNone("target_url", in.targetUrl(), hosts.publicUrl());
        return backend.save(caller, new ChangeTracker(new TrackerId(caller.account(), in.trackerId()), in.change()))
                .doOnNext(tracker -> targets.changed(caller))
                .map(tracker -> tracker.managed(hosts.publicUrl()));
    }

    @Description("Deletes a tracker, whose events stay; a quest's tracker ends with its quest alone")
    @DeleteMapping(ONE)
    Mono<Boolean> delete(Caller caller, @Params One in) {
        return backend.send(caller, new DeleteTracker(new TrackerId(caller.account(), in.trackerId())))
                .thenReturn(true);
    }

    @Description("Makes personal links of a tracker for up to 500 fans")
    @PostMapping(ONE + "/links")
    Mono<List<PersonalLink>> createPersonalLinks(Caller caller, @Params MakeLinks in) {
        List<Long> fans = in.fanIds().stream().distinct().toList();
        return backend.ask(caller, new FindTracker(caller.account(), in.trackerId()))
                .zipWith(backend.ask(caller, new FindContacts(caller.account(), fans)))
                .map(found -> {
                    allAreKnown(fans.size(), found.getT2().size());
                    return fans.stream().map(fan -> link(fan, found.getT1())).toList();
                });
    }

    private static void allAreKnown(int asked, int known) {
        if (known < asked) {
            throw Refusal.unknownId("fan_ids");
        }
    }

    private PersonalLink link(long fan, TrackerEntry tracker) {
        String url = tracker.url(hosts.publicUrl());
        String sealed = personalLinks.seal(fan, tracker.tracker().tracker());
        return new PersonalLink(fan, url == null ? null : url + "?" + PersonalLinks.PARAMETER + "=" + sealed);
    }
}
