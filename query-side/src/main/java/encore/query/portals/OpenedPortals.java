package encore.query.portals;

import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceQuery.FindPerformances;
import encore.kernel.performances.PerformanceQuery.ListEnteredPerformances;
import encore.kernel.portals.OpenedPortal;
import encore.kernel.portals.PortalQuery.FindOpenedPortal;
import encore.kernel.portals.PortalQuery.FindPortal;
import encore.kernel.portals.TemplatePortal;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Answers portals with the performances of their groups. */
@Component
class OpenedPortals implements QueryComponent {

    private static final int MAX_PERFORMANCES = 1_000;
    private static final int PAGE = 1_000;

    private final QueryGateway queryGateway;

    OpenedPortals(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    OpenedPortal find(FindOpenedPortal query) {
        TemplatePortal portal = queryGateway.ask(new FindPortal(query.account(), query.portalUid()));
        List<String> uids = uidsOf(query.account(), portal.performanceGroupName());
        List<Performance> performances = uids.isEmpty()
                ? List.of()
                : queryGateway.ask(new FindPerformances(query.account(), uids)).stream()
                        .sorted(Comparator.comparingInt(one -> uids.indexOf(one.performanceUid())))
                        .toList();
        return new OpenedPortal(portal, performances);
    }

    /** Returns the uids of the performances of a group, in the order they were added. */
    private List<String> uidsOf(long account, String group) {
        List<String> uids = new ArrayList<>();
        String after = null;
        do {
            Page<Performance> page = queryGateway.ask(new ListEnteredPerformances(account, new NextKey(after, PAGE)));
            page.rows().stream()
                    .filter(one -> group.equals(one.details().performanceGroupName()))
                    .map(Performance::performanceUid)
                    .forEach(uids::add);
            after = page.more() ? page.last() : null;
        } while (after != null && uids.size() < MAX_PERFORMANCES);
        return uids.size() > MAX_PERFORMANCES ? uids.subList(0, MAX_PERFORMANCES) : uids;
    }
}
