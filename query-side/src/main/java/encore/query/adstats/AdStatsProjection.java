package encore.query.adstats;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.adstats.AdAccountStats;
import encore.kernel.adstats.AdCampaignId;
import encore.kernel.adstats.AdDay;
import encore.kernel.adstats.AdStats;
import encore.kernel.adstats.AdStatsEvent.AdDaysRecorded;
import encore.kernel.adstats.AdStatsQuery.FindAdAccountStats;
import encore.kernel.adstats.AdStatsQuery.FindAdStats;
import encore.kernel.adstats.AdStatsQuery.FindCampaignAdStats;
import encore.kernel.adstats.CampaignAdStats;
import encore.kernel.paging.Page;
import encore.kernel.time.Days;
import encore.query.projection.Projection;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Keeps the days of ad campaigns, a document for each campaign and year, and adds them up. */
@Component
class AdStatsProjection implements Projection {

    private static final Collection<AdYear> YEARS =
            Collection.of("ad_years", AdYear.class, Index.on("accountYear", "network", "adAccountKey"));

    private static final Collection<YearKeys> KEYS = YEARS.only(YearKeys.class);

    /** The keys of a campaign's year, without its days. */
    record YearKeys(String accountYear, String network, String adAccountKey, String campaignKey) {

        CampaignDays.Key key() {
            return new CampaignDays.Key(network, adAccountKey, campaignKey);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("ad_stats", List.of(YEARS));
    }

    @EventHandler
    void on(AdDaysRecorded event, Documents.Batch documents) {
        Map<Integer, List<AdDay>> years = event.days().stream()
                .collect(Collectors.groupingBy(day -> day.statDate().getYear()));
        years.forEach((year, days) -> {
            AdCampaignId campaign = event.campaign();
            String key = campaign + "/" + year;
            AdYear before = documents.get(YEARS, key);
            AdYear known = before == null ? AdYear.empty(accountYear(campaign.account(), year), event.key()) : before;
            documents.put(YEARS, key, known.with(days));
        });
    }

    private static String accountYear(long account, int year) {
        return account + "/" + year;
    }

    @QueryHandler
    List<AdStats> find(FindAdStats query, Documents documents) {
        SortedMap<String, AdSums> networks = new TreeMap<>();
        campaigns(query.account(), query.days(), query.network(), null, documents)
                .forEach(campaign -> networks.computeIfAbsent(campaign.key().network(), network -> new AdSums())
                        .add(campaign.sums()));
        List<AdStats> stats = new ArrayList<>();
        networks.forEach((network, sums) -> stats.add(sums.toStats(network)));
        return stats;
    }

    /** Reads the keys of all campaigns, and the days of one page. A campaign without days in the window has no row. */
    @QueryHandler
    Page<CampaignAdStats> find(FindCampaignAdStats query, Documents documents) {
        LocalDate from = first(query.days());
        LocalDate to = last(query.days());
        SortedMap<CampaignDays.Key, List<String>> years = new TreeMap<>(CampaignDays.IN_ORDER);
        for (YearKeys year : years(KEYS, query.account(), from, to, filter(query.network(), null), documents)) {
            years.computeIfAbsent(year.key(), any -> new ArrayList<>())
                    .add(year.key().campaign(query.account()) + "/" + yearOf(year.accountYear()));
        }
        String after = query.paging().after();
        Page<CampaignDays.Key> page = Page.of(
                years.keySet().stream()
                        .filter(key ->
                                after == null || CampaignDays.IN_ORDER.compare(key, CampaignDays.Key.parse(after)) > 0)
                        .limit(query.paging().limit() + 1L)
                        .toList(),
                query.paging().limit(),
                CampaignDays.Key::toString,
                documents.position());
        List<String> wanted = page.rows().stream()
                .flatMap(key -> years.getOrDefault(key, List.of()).stream())
                .toList();
        List<CampaignAdStats> rows = added(
                        List.copyOf(documents.getAll(YEARS, wanted).values()), from, to)
                .stream()
                .map(CampaignDays::toStats)
                .toList();
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }

    @QueryHandler
    AdAccountStats find(FindAdAccountStats query, Documents documents) {
        AdSums sums = new AdSums();
        campaigns(query.account(), query.days(), query.network(), query.adAccountKey(), documents)
                .forEach(campaign -> sums.add(campaign.sums()));
        return sums.toAccountStats();
    }

    /** Returns the campaigns that have a day in the window, in the order of their keys. */
    private static List<CampaignDays> campaigns(
            long account, Days days, @Nullable String network, @Nullable String adAccountKey, Documents documents) {
        LocalDate from = first(days);
        LocalDate to = last(days);
        return added(years(YEARS, account, from, to, filter(network, adAccountKey), documents), from, to);
    }

    private static List<CampaignDays> added(List<AdYear> years, LocalDate from, LocalDate to) {
        SortedMap<CampaignDays.Key, CampaignDays> campaigns = new TreeMap<>(CampaignDays.IN_ORDER);
        years.stream()
                .sorted((one, other) -> Integer.compare(yearOf(one.accountYear()), yearOf(other.accountYear())))
                .forEach(year -> campaigns
                        .computeIfAbsent(CampaignDays.Key.of(year), CampaignDays::new)
                        .add(year, yearOf(year.accountYear()), from, to));
        return campaigns.values().stream().filter(CampaignDays::hasDays).toList();
    }

    private static LocalDate first(Days days) {
        return days.from() == null || days.from().isBefore(AdDay.FIRST) ? AdDay.FIRST : days.from();
    }

    private static LocalDate last(Days days) {
        return days.to() == null || days.to().isAfter(AdDay.LAST) ? AdDay.LAST : days.to();
    }

    private static <T> List<T> years(
            Collection<T> years, long account, LocalDate from, LocalDate to, Where filter, Documents documents) {
        List<String> wanted = IntStream.rangeClosed(from.getYear(), to.getYear())
                .mapToObj(year -> accountYear(account, year))
                .toList();
        return wanted.isEmpty() ? List.of() : documents.findAll(years, new Where.In("accountYear", wanted), filter);
    }

    private static Where filter(@Nullable String network, @Nullable String adAccountKey) {
        List<Where> parts = new ArrayList<>();
        if (network != null) {
            parts.add(Where.equal("network", network));
        }
        if (adAccountKey != null) {
            parts.add(Where.equal("adAccountKey", adAccountKey));
        }
        return new Where.And(parts);
    }

    private static int yearOf(String accountYear) {
        return Integer.parseInt(accountYear.substring(accountYear.indexOf('/') + 1));
    }
}
