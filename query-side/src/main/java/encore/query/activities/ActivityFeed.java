package encore.query.activities;

import encore.kernel.Page;
import encore.kernel.activities.Activity;
import encore.kernel.activities.ActivityQuery.FindActivityRows;
import encore.kernel.activities.ActivityQuery.FindFeed;
import encore.kernel.activities.ActivityRow;
import encore.kernel.activities.FeedActivity;
import encore.kernel.activities.FeedActivity.Company;
import encore.kernel.connections.ConnectionQuery.FindApprovedConnections;
import encore.kernel.connections.ConnectionsOfFans;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanDetails.Identifier;
import encore.kernel.fans.FanQuery.FindFanRows;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.fans.FanRows;
import encore.kernel.identifiers.FanIdentifier;
import encore.kernel.identifiers.IdentifierQuery.FindIdentifiers;
import encore.kernel.likings.LikingQuery.FindNamesOfIdols;
import encore.kernel.likings.NamesOfIdols;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
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

    private static final FanRows WITH_BUSINESSES = new FanRows(true, false, false);

    private final QueryGateway questions;
    private final EventsOfRows events;
    private final DaysOfTheLog days;

    ActivityFeed(QueryGateway questions, EventsOfRows events, DaysOfTheLog days) {
        this.questions = questions;
        this.events = events;
        this.days = days;
    }

    @QueryHandler
    Page<FeedActivity> find(FindFeed query) {
        Page<ActivityRow> page = questions.ask(new FindActivityRows(
                query.account(),
                query.pageTabId(),
                DaysOfTheLog.start(query.day()),
                DaysOfTheLog.end(query.day()),
                days.within(query.day(), query.paging())));
        CampaignTitles titles = CampaignTitles.of(query.account(), page.rows(), ActivityRow::pageTabId, questions);
        List<Long> ids = page.rows().stream().map(ActivityRow::fanId).distinct().toList();
        // Each of these queries takes milliseconds, so they run concurrently.
        Supplier<List<Fan>> fansById = questions.askAside(
                query.withDetails()
                        ? new FindFans(query.account(), ids, true)
                        : new FindFanRows(query.account(), ids, WITH_BUSINESSES));
        Supplier<Map<Long, Company>> companiesById = companies(query, ids);
        List<Activity> activities = events.read(page.rows(), titles);
        Map<Long, Fan> fans = fansById.get().stream().collect(Collectors.toMap(Fan::fanId, Function.identity()));
        Map<Long, Company> companies = companiesById.get();
        List<FeedActivity> rows = new ArrayList<>(activities.size());
        for (Activity activity : activities) {
            Fan fan = fans.get(activity.fanId());
            Company company = companies.get(activity.fanId());
            rows.add(
                    fan == null || company == null
                            ? FeedActivity.ofNobody(activity)
                            : FeedActivity.of(activity, fan, company, query.withDetails()));
        }
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }

    private Supplier<Map<Long, Company>> companies(FindFeed query, List<Long> fans) {
        Supplier<ConnectionsOfFans> connections =
                questions.askAside(new FindApprovedConnections(query.account(), fans));
        Supplier<List<FanIdentifier>> identifiers =
                query.withDetails() ? questions.askAside(new FindIdentifiers(query.account(), fans)) : List::of;
        Supplier<List<NamesOfIdols>> liked =
                query.withDetails() ? questions.askAside(new FindNamesOfIdols(query.account(), fans)) : List::of;
        return () -> companies(fans, connections.get(), identifiers.get(), liked.get());
    }

    private static Map<Long, Company> companies(
            List<Long> fans, ConnectionsOfFans connections, List<FanIdentifier> all, List<NamesOfIdols> liked) {
        Map<Long, List<Identifier>> identifiers = all.stream()
                .collect(Collectors.groupingBy(
                        FanIdentifier::fanId,
                        Collectors.mapping(
                                one -> new Identifier(one.network(), one.identifierValue()), Collectors.toList())));
        Map<Long, List<String>> idols =
                liked.stream().collect(Collectors.toMap(NamesOfIdols::fanId, NamesOfIdols::idolNames));
        return fans.stream()
                .collect(Collectors.toMap(
                        Function.identity(),
                        fan -> new Company(
                                connections.of(fan),
                                identifiers.getOrDefault(fan, List.of()),
                                idols.getOrDefault(fan, List.of()))));
    }
}
