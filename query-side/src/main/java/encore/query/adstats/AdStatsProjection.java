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

    @QueryHandler
    List<CampaignAdStats> find(FindCampaignAdStats query, Documents documents) {
        return campaigns(query.account(), query.days(), query.network(), null, documents).stream()
                .map(CampaignDays::toStats)
                .toList();
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
        LocalDate from = days.from() == null || days.from().isBefore(AdDay.FIRST) ? AdDay.FIRST : days.from();
        LocalDate to = days.to() == null || days.to().isAfter(AdDay.LAST) ? AdDay.LAST : days.to();
        List<AdYear> years = years(account, from, to, network, adAccountKey, documents);
        SortedMap<CampaignDays.Key, CampaignDays> campaigns = new TreeMap<>(CampaignDays.IN_ORDER);
        years.stream()
                .sorted((one, other) -> Integer.compare(yearOf(one), yearOf(other)))
                .forEach(year -> campaigns
                        .computeIfAbsent(CampaignDays.Key.of(year), CampaignDays::new)
                        .add(year, yearOf(year), from, to));
        return campaigns.values().stream().filter(CampaignDays::hasDays).toList();
    }

    private static List<AdYear> years(
            long account,
            LocalDate from,
            LocalDate to,
            @Nullable String network,
            @Nullable String adAccountKey,
            Documents documents) {
        List<String> wanted = IntStream.rangeClosed(from.getYear(), to.getYear())
                .mapToObj(year -> accountYear(account, year))
                .toList();
        if (wanted.isEmpty()) {
            return List.of();
        }
        List<Where> parts = new ArrayList<>();
        if (network != null) {
            parts.add(Where.equal("network", network));
        }
        if (adAccountKey != null) {
            parts.add(Where.equal("adAccountKey", adAccountKey));
        }
        return documents.findAll(YEARS, new Where.In("accountYear", wanted), new Where.And(parts));
    }

    private static int yearOf(AdYear year) {
        return Integer.parseInt(year.accountYear().substring(year.accountYear().indexOf('/') + 1));
    }
}
