package encore.query.home;

import encore.kernel.home.AccountNumbers;
import encore.kernel.home.AccountNumbers.PointNumbers;
import encore.kernel.home.Home;
import encore.kernel.home.Home.HomeNumbers;
import encore.kernel.home.Home.PointTypeName;
import encore.kernel.home.Home.TimedNumbers;
import encore.kernel.home.HomeQuery.FindAccountNumbers;
import encore.kernel.home.HomeQuery.FindHome;
import encore.kernel.people.Area;
import encore.kernel.people.Right;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanCriteriaActiveDaysBuilder;
import encore.kernel.search.FanCriteriaBuilder;
import encore.kernel.segments.SegmentQuery.CountFoundFans;
import encore.kernel.settings.AccountSettings;
import encore.kernel.settings.AccountSettingsQuery.FindAccountSettings;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Composes the start page from the queries of the features. It asks only for parts that the caller may read. */
@Component
class HomeView implements QueryComponent {

    private static final ZoneId UTC = ZoneId.of("UTC");

    private final QueryGateway queryGateway;
    private final HomeAgenda agenda;
    private final HomeNeeds needs;
    private final FirstSteps firstSteps;

    HomeView(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
        agenda = new HomeAgenda(queryGateway);
        needs = new HomeNeeds(queryGateway);
        firstSteps = new FirstSteps(queryGateway);
    }

    @QueryHandler
    Home find(FindHome query) {
        AccountSettings settings = queryGateway.ask(new FindAccountSettings(query.account()));
        ZoneId zone = Objects.requireNonNullElse(settings.consoleTimeZone(), UTC);
        HomeWindow window = HomeWindow.of(query.days(), zone, query.now());
        LocalDate today = LocalDate.ofInstant(query.now(), zone);
        return new Home(
                query.days(),
                zone,
                window.start(),
                window.end(),
                reads(query, Area.REPORTS) ? numbers(query, window, settings) : null,
                agenda.onNow(query, today),
                agenda.next(query, today),
                needs.of(query),
                firstSteps.of(query));
    }

    static boolean reads(FindHome query, Area area) {
        return query.rights().contains(new Right(area, false));
    }

    private HomeNumbers numbers(FindHome query, HomeWindow window, AccountSettings settings) {
        List<AccountNumbers> series =
                queryGateway.ask(new FindAccountNumbers(query.account(), window.starts(), window.end()));
        AccountNumbers before = queryGateway
                .ask(new FindAccountNumbers(query.account(), List.of(window.beforeStart()), window.beforeEnd()))
                .getFirst();
        AccountNumbers total = series.stream().reduce(AccountNumbers.NONE, AccountNumbers::plus);
        List<TimedNumbers> timed = new ArrayList<>();
        for (int i = 0; i < series.size(); i++) {
            timed.add(new TimedNumbers(window.starts().get(i), series.get(i)));
        }
        return new HomeNumbers(
                total, before, activeFans(query), settings.currency(), pointTypes(query, total, before), timed);
    }

    private long activeFans(FindHome query) {
        FanCriteria active = FanCriteriaBuilder.builder(FanCriteria.any())
                .active(FanCriteriaActiveDaysBuilder.builder()
                        .days(query.days())
                        .build())
                .build();
        LocalDate today = LocalDate.ofInstant(query.now(), ZoneOffset.UTC);
        return queryGateway
                .ask(new CountFoundFans(query.account(), active, today))
                .fanCount();
    }

    private List<PointTypeName> pointTypes(FindHome query, AccountNumbers total, AccountNumbers before) {
        Set<String> counted = Stream.of(total, before)
                .flatMap(numbers -> numbers.points().stream())
                .map(PointNumbers::pointUid)
                .collect(Collectors.toSet());
        return queryGateway.ask(new FindPointTypes(query.account())).stream()
                .filter(type -> counted.contains(type.pointUid()))
                .map(type -> new PointTypeName(type.pointUid(), type.pointName()))
                .toList();
    }
}
