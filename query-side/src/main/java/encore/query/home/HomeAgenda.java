package encore.query.home;

import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.kernel.campaigns.CampaignQuery.FindComingCampaigns;
import encore.kernel.campaigns.CampaignQuery.FindRunningCampaigns;
import encore.kernel.home.EntryKind;
import encore.kernel.home.Home;
import encore.kernel.home.Home.HomeEntry;
import encore.kernel.home.HomeHomeEntryBuilder;
import encore.kernel.home.HomeQuery.FindHome;
import encore.kernel.people.Area;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceQuery.FindDatedPerformances;
import encore.kernel.shows.ShowQuery.FindOpenShows;
import encore.kernel.shows.ShowQuery.FindOpenShows.OpenShow;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the shows, campaigns and performances of an account that are on, and those that begin next. */
class HomeAgenda {

    private static final Comparator<HomeEntry> BY_BEGINNING = Comparator.comparing(HomeAgenda::beginning);

    private final QueryGateway queryGateway;

    HomeAgenda(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    List<HomeEntry> onNow(FindHome query, LocalDate today) {
        Stream<HomeEntry> shows = HomeView.reads(query, Area.LIVE) ? shows(query.account()) : Stream.of();
        Stream<HomeEntry> campaigns = HomeView.reads(query, Area.CAMPAIGNS)
                ? campaigns(queryGateway.ask(new FindRunningCampaigns(query.account(), query.now(), Home.MAX_ENTRIES)))
                : Stream.of();
        Stream<HomeEntry> performances =
                performances(query, today).filter(entry -> today.equals(entry.performanceDate()));
        return Stream.of(shows, performances, campaigns)
                .flatMap(entries -> entries.limit(Home.MAX_ENTRIES))
                .toList();
    }

    List<HomeEntry> next(FindHome query, LocalDate today) {
        Stream<HomeEntry> campaigns = HomeView.reads(query, Area.CAMPAIGNS)
                ? campaigns(queryGateway.ask(new FindComingCampaigns(query.account(), query.now(), Home.MAX_ENTRIES)))
                : Stream.of();
        return Stream.concat(performances(query, today.plusDays(1)), campaigns)
                .sorted(BY_BEGINNING)
                .limit(Home.MAX_ENTRIES)
                .toList();
    }

    /** A performance has no time, so it comes before the campaigns that start on its day. */
    private static Instant beginning(HomeEntry entry) {
        LocalDate day = entry.performanceDate();
        return day == null
                ? Objects.requireNonNull(entry.startTimestamp(), "A campaign that comes has a start")
                : day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private Stream<HomeEntry> shows(long account) {
        List<OpenShow> open = queryGateway.ask(new FindOpenShows(account, Home.MAX_ENTRIES));
        if (open.isEmpty()) {
            return Stream.of();
        }
        List<Long> ids = open.stream().map(OpenShow::pageTabId).toList();
        Map<Long, String> names = queryGateway.ask(new FindCampaigns(account, ids)).stream()
                .collect(Collectors.toMap(Campaign::pageTabId, Campaign::name));
        // The campaign of a show may be deleted while it is open.
        return open.stream()
                .filter(show -> names.containsKey(show.pageTabId()))
                .map(show -> HomeHomeEntryBuilder.builder()
                        .kind(EntryKind.SHOW)
                        .name(names.get(show.pageTabId()))
                        .pageTabId(show.pageTabId())
                        .liveStatus(show.state())
                        .build());
    }

    private static Stream<HomeEntry> campaigns(List<Campaign> campaigns) {
        return campaigns.stream()
                .map(campaign -> HomeHomeEntryBuilder.builder()
                        .kind(EntryKind.CAMPAIGN)
                        .name(campaign.name())
                        .pageTabId(campaign.pageTabId())
                        .startTimestamp(campaign.details().startTimestamp())
                        .endTimestamp(campaign.details().endTimestamp())
                        .build());
    }

    private Stream<HomeEntry> performances(FindHome query, LocalDate from) {
        return HomeView.reads(query, Area.CONTENT)
                ? queryGateway.ask(new FindDatedPerformances(query.account(), from, Home.MAX_ENTRIES)).stream()
                        .map(HomeAgenda::entry)
                : Stream.of();
    }

    private static HomeEntry entry(Performance performance) {
        return HomeHomeEntryBuilder.builder()
                .kind(EntryKind.PERFORMANCE)
                .name(performance.details().performanceName())
                .performanceUid(performance.performanceUid())
                .performanceDate(performance.details().performanceDate())
                .build();
    }
}
