package encore.query.shows.bans;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Refusal;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.paging.Page;
import encore.kernel.shows.bans.BanQuery.BanPlace;
import encore.kernel.shows.bans.BanQuery.FindBan;
import encore.kernel.shows.bans.BanQuery.FindBanPlace;
import encore.kernel.shows.bans.BanQuery.FindBanPlaces;
import encore.kernel.shows.bans.BanQuery.FindBanPlacesOfFan;
import encore.kernel.shows.bans.BanQuery.FindBans;
import encore.kernel.shows.bans.BanQuery.FindBansOfFan;
import encore.kernel.shows.bans.FanBan;
import encore.kernel.shows.bans.ShowBan;
import encore.kernel.shows.players.PlayerEvent.FanBanned;
import encore.query.documents.EventReader;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.shows.ShowCampaigns;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins bans with their reasons from the log, and with the names of the fans and campaigns as of now. */
@Component
class BansFromLog implements QueryComponent {

    private static final Set<Class<?>> BANS = Set.of(FanBanned.class);

    private final QueryGateway queryGateway;
    private final EventReader events;

    BansFromLog(QueryGateway queryGateway, EventTail tail, EventLog log) {
        this.queryGateway = queryGateway;
        this.events = new EventReader(tail, log);
    }

    @QueryHandler
    Page<ShowBan> find(FindBans query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), query.paging(), queryGateway);
        Page<BanPlace> page = queryGateway.ask(new FindBanPlaces(query.account(), query.pageTabId(), query.paging()));
        return new Page<>(bans(query.account(), page.rows()), page.first(), page.last(), page.more(), page.position());
    }

    @QueryHandler
    ShowBan find(FindBan query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        return bans(
                        query.account(),
                        queryGateway.ask(new FindBanPlace(query.account(), query.pageTabId(), query.fanId())))
                .stream()
                .findFirst()
                .orElseThrow(() -> Refusal.unknown("The fan is not banned from this show."));
    }

    @QueryHandler
    List<FanBan> find(FindBansOfFan query) {
        queryGateway.ask(RequireFan.known(query.account(), query.fanId()));
        Map<Long, RecordedEvent> read = read(queryGateway.ask(new FindBanPlacesOfFan(query.account(), query.fanId())));
        Map<Long, String> names = campaignNames(
                query.account(),
                read.values().stream()
                        .map(recordedEvent -> show((FanBanned) recordedEvent.event()))
                        .toList());
        return read.values().stream()
                .map(recordedEvent -> {
                    FanBanned banned = (FanBanned) recordedEvent.event();
                    long show = show(banned);
                    return new FanBan(
                            show,
                            names.get(show),
                            banned.isMute(),
                            banned.until(),
                            banned.reason(),
                            recordedEvent.at());
                })
                .toList();
    }

    private static long show(FanBanned banned) {
        return banned.player().campaign().number();
    }

    private Map<Long, String> campaignNames(long account, List<Long> pageTabIds) {
        return queryGateway.ask(new FindCampaigns(account, pageTabIds)).stream()
                .collect(Collectors.toMap(Campaign::pageTabId, Campaign::name));
    }

    private Map<Long, RecordedEvent> read(List<BanPlace> places) {
        return events.readRecorded(places.stream().mapToLong(BanPlace::position), BANS);
    }

    private List<ShowBan> bans(long account, List<BanPlace> places) {
        Map<Long, RecordedEvent> read = read(places);
        DisplayNames names = queryGateway.ask(new FindDisplayNames(
                account, places.stream().map(BanPlace::fanId).toList()));
        return read.values().stream()
                .map(recordedEvent -> {
                    FanBanned banned = (FanBanned) recordedEvent.event();
                    long fanId = banned.player().fanId();
                    return new ShowBan(
                            fanId,
                            names.of(fanId),
                            banned.isMute(),
                            banned.until(),
                            banned.reason(),
                            recordedEvent.at());
                })
                .toList();
    }
}
