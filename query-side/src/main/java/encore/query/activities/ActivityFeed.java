package encore.query.activities;

import encore.kernel.activities.Activity;
import encore.kernel.activities.ActivityQuery;
import encore.kernel.activities.ActivityQuery.FindActivityRows;
import encore.kernel.activities.ActivityQuery.FindFeed;
import encore.kernel.activities.ActivityQuery.FindRowsOfDay;
import encore.kernel.activities.ActivityRow;
import encore.kernel.activities.FeedActivity;
import encore.kernel.activities.FeedActivity.FanLinks;
import encore.kernel.connections.ConnectionQuery.FindApprovedConnections;
import encore.kernel.connections.ConnectionsByFan;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanDetails.Identifier;
import encore.kernel.fans.FanQuery.FindFanRows;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.identifiers.FanIdentifier;
import encore.kernel.identifiers.IdentifierQuery.FindIdentifiers;
import encore.kernel.likings.IdolNamesOfFan;
import encore.kernel.likings.LikingQuery.FindIdolNamesOfFans;
import encore.kernel.paging.Page;
import encore.kernel.search.FanRowOptions;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins a page of activities with their events in the log, and with their fans as they are now. */
@Component
class ActivityFeed implements QueryComponent {

    private static final FanRowOptions WITH_BUSINESSES = new FanRowOptions(true, false, false);

    private final QueryGateway queryGateway;
    private final ActivityReader activityReader;
    private final DayPositions dayPositions;

    ActivityFeed(QueryGateway queryGateway, ActivityReader events, DayPositions days) {
        this.queryGateway = queryGateway;
        this.activityReader = events;
        this.dayPositions = days;
    }

    @QueryHandler
    Page<FeedActivity> find(FindFeed query) {
        Page<ActivityRow> page = queryGateway.ask(rows(query));
        CampaignTitles titles = CampaignTitles.of(query.account(), page.rows(), ActivityRow::pageTabId, queryGateway);
        List<Long> ids = page.rows().stream().map(ActivityRow::fanId).distinct().toList();
        // Each of these queries takes milliseconds, so they run concurrently.
        Supplier<List<Fan>> fansById = queryGateway.askAsync(
                query.withDetails()
                        ? new FindFans(query.account(), ids, true)
                        : new FindFanRows(query.account(), ids, WITH_BUSINESSES));
        Supplier<Map<Long, FanLinks>> companiesById = companies(query, ids);
        List<Activity> activities = activityReader.read(page.rows(), titles);
        Map<Long, Fan> fans = fansById.get().stream().collect(Collectors.toMap(Fan::fanId, Function.identity()));
        Map<Long, FanLinks> companies = companiesById.get();
        List<FeedActivity> rows = new ArrayList<>(activities.size());
        for (Activity activity : activities) {
            Fan fan = fans.get(activity.fanId());
            FanLinks links = companies.get(activity.fanId());
            rows.add(
                    fan == null || links == null
                            ? FeedActivity.ofErasedFan(activity)
                            : FeedActivity.of(activity, fan, links, query.withDetails()));
        }
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }

    private ActivityQuery<Page<ActivityRow>> rows(FindFeed query) {
        LocalDate day = query.day();
        return day == null
                ? new FindActivityRows(query.account(), query.pageTabId(), query.paging())
                : new FindRowsOfDay(
                        query.account(),
                        query.pageTabId(),
                        day,
                        dayPositions.limitToDay(day, query.paging()),
                        query.paging());
    }

    private Supplier<Map<Long, FanLinks>> companies(FindFeed query, List<Long> fans) {
        Supplier<ConnectionsByFan> connections =
                queryGateway.askAsync(new FindApprovedConnections(query.account(), fans));
        Supplier<List<FanIdentifier>> identifiers =
                query.withDetails() ? queryGateway.askAsync(new FindIdentifiers(query.account(), fans)) : List::of;
        Supplier<List<IdolNamesOfFan>> liked =
                query.withDetails() ? queryGateway.askAsync(new FindIdolNamesOfFans(query.account(), fans)) : List::of;
        return () -> companies(fans, connections.get(), identifiers.get(), liked.get());
    }

    private static Map<Long, FanLinks> companies(
            List<Long> fans, ConnectionsByFan connections, List<FanIdentifier> all, List<IdolNamesOfFan> liked) {
        Map<Long, List<Identifier>> identifiers = all.stream()
                .collect(Collectors.groupingBy(
                        FanIdentifier::fanId,
                        Collectors.mapping(
                                one -> new Identifier(one.network(), one.identifierValue()), Collectors.toList())));
        Map<Long, List<String>> idols =
                liked.stream().collect(Collectors.toMap(IdolNamesOfFan::fanId, IdolNamesOfFan::idolNames));
        return fans.stream()
                .collect(Collectors.toMap(
                        Function.identity(),
                        fan -> new FanLinks(
                                connections.of(fan),
                                identifiers.getOrDefault(fan, List.of()),
                                idols.getOrDefault(fan, List.of()))));
    }
}
