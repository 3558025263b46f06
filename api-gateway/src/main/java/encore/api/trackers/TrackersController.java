package encore.api.trackers;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.constraints.WebUrl;
import encore.api.input.AscendingRange;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.outbound.PublicShortLinks;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.trackers.SavedTracker;
import encore.kernel.trackers.Tracker;
import encore.kernel.trackers.TrackerCommand.CreateTracker;
import encore.kernel.trackers.TrackerCommand.ProposedKey;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerDetailsBuilder;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackerNetwork;
import encore.kernel.trackers.TrackerQuery.FindTracker;
import encore.kernel.trackers.TrackerQuery.ListTrackers;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerRecords;
import encore.kernel.trackers.records.TrackerRecordQuery.RecordSelection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves trackers, and the clicks and purchases that they brought. */
@RestController
@Access(scope = "misc", area = Area.CAMPAIGNS, lock = SECRET)
@RequestMapping("/api/v1/trackers")
class TrackersController {

    static final int MAX_URL = 2_048;
    private static final int ROWS = 1_000;

    record Window(
            @Description("The first UTC day of creation, as mm/dd/yy.") @Nullable @Size(max = 8)
            String minCreationDate,

            @Description("The last UTC day of creation, as mm/dd/yy.") @Nullable @Size(max = 8)
            String maxCreationDate) {}

    record One(long trackerId) {}

    record Create(
            @Description("A domain that was added for trackers, or the public host.") @NotBlank @Size(max = 255)
            String virtualDomain,

            @Description("Begins with http:// or https://.") @WebUrl @NotBlank @Size(max = MAX_URL)
            String targetUrl,

            @NotBlank @Size(max = 128) String trackerName,
            @NotBlank @Size(max = 255) String trackerGroupName,

            @Description("social, photo, video, microblog or music. Anything else becomes custom.")
            @Default("custom")
            @Nullable
            @Size(max = 255)
            String network,

            @Description("Letters and digits. Absent: a key is generated.")
            @Pattern(regexp = "[A-Za-z0-9]{1,32}", message = "must be 1 to 32 letters and digits")
            @Nullable
            String trackerKey,

            @Description("Matches names of purchases: * for any characters, ? for one. Absent: all names.")
            @Nullable
            @Size(max = 255)
            String purchaseEventWildcard,

            @Description("Matches venues of purchases: * for any characters, ? for one. Absent: all venues.")
            @Nullable
            @Size(max = 255)
            String venueIdWildcard,

            @Nullable @Size(max = 64) String trackerMarketingGroupName,

            @Description("A campaign or quest that the tracker belongs to.") @Nullable
            Long pageTabId) {

        TrackerDetails details() {
            return TrackerDetailsBuilder.builder()
                    .trackerName(trackerName)
                    .trackerGroupName(trackerGroupName)
                    .targetUrl(targetUrl)
                    .network(TrackerNetwork.of(network))
                    .purchaseEventWildcard(purchaseEventWildcard)
                    .venueIdWildcard(venueIdWildcard)
                    .trackerMarketingGroupName(trackerMarketingGroupName)
                    .pageTabId(pageTabId)
                    .build();
        }

        ProposedKey key() {
            return trackerKey == null || trackerKey.isEmpty()
                    ? new ProposedKey(TrackerKeys.random(), false)
                    : new ProposedKey(trackerKey, true);
        }
    }

    @AscendingRange(start = "startTimestamp", end = "endTimestamp")
    record Events(
            @Description("The first second.") Instant startTimestamp,
            @Description("The last second.") Instant endTimestamp,

            @Description("Only purchases with exactly this name.") @Nullable @Size(max = 255)
            String purchaseEventName,

            @Description("true for clicks, false for purchases.") @Nullable
            Boolean isClicked,

            @Description("The cursor of the answer before. Also the last page has one, for following.")
            @Pattern(regexp = "\\d{1,16}", message = "must be a cursor of an earlier answer")
            @Nullable
            String cursor) {

        FindTrackerRecords query(long account) {
            return new FindTrackerRecords(
                    account,
                    new RecordSelection(
                            startTimestamp.truncatedTo(ChronoUnit.SECONDS),
                            endTimestamp.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1),
                            purchaseEventName,
                            isClicked),
                    new NextKey(cursor, ROWS));
        }
    }

    private final Backend backend;
    private final PublicHosts hosts;
    private final ShortLinkTargets targets;

    TrackersController(Backend backend, PublicHosts hosts, ShortLinkTargets targets) {
        this.backend = backend;
        this.hosts = hosts;
        this.targets = targets;
    }

    @Description("Lists the 500 newest trackers of some days, newest first; without days those of the last 31")
    @GetMapping
    Mono<List<Tracker>> all(Caller caller, @Params Window in) {
        var query = new ListTrackers(
                caller.account(), CreationDays.of(in.minCreationDate(), in.maxCreationDate(), Instant.now()));
        return backend.ask(caller, query)
                .map(trackers -> trackers.stream()
                        .map(tracker -> tracker.row(hosts.publicUrl()))
                        .toList());
    }

    @Description("Finds a tracker with its numbers")
    @GetMapping("/{tracker_id}")
    Mono<Tracker> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindTracker(caller.account(), in.trackerId()))
                .map(tracker -> tracker.row(hosts.publicUrl()));
    }

    @Description("Creates a tracker, whose short link leads to its target")
    @PostMapping
    Mono<SavedTracker> createTracker(Caller caller, @Params Create in) {
        PublicShortLinks.mustBeNone("target_url", in.targetUrl(), hosts.publicUrl());
        var tracker = new TrackerId(caller.account(), Ids.number());
        var command = new CreateTracker(tracker, in.key(), hosts.stored(in.virtualDomain()), in.details());
        return backend.send(caller, command)
                .doOnNext(saved -> targets.changed(caller))
                .map(hosts::withPublicHost);
    }

    @Description("Lists clicks and purchases in the order of recording, 1000 a page")
    @GetMapping("/events")
    Mono<TrackerEvents> listTrackerEvents(Caller caller, @Params Events in) {
        return backend.ask(caller, in.query(caller.account()))
                .map(page -> new TrackerEvents(
                        new TrackerEvents.Meta(
                                page.last() == null ? Objects.requireNonNullElse(in.cursor(), "0") : page.last(), ROWS),
                        page.rows()));
    }
}
