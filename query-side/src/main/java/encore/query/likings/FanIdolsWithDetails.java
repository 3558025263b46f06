package encore.query.likings;

import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolsQuery.FindSomeIdols;
import encore.kernel.idols.IdolsQuery.RequireIdol;
import encore.kernel.likings.FanIdol;
import encore.kernel.likings.IdolNamesOfFan;
import encore.kernel.likings.Liking;
import encore.kernel.likings.LikingQuery.FindFanIdols;
import encore.kernel.likings.LikingQuery.FindIdolNamesOfFans;
import encore.kernel.likings.LikingQuery.FindLikings;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins the idols of fans with the idols as they are now. Deleted idols are left out. */
@Component
class FanIdolsWithDetails implements QueryComponent {

    private final QueryGateway queryGateway;

    FanIdolsWithDetails(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    List<FanIdol> find(FindFanIdols query) {
        queryGateway.ask(RequireFan.known(query.account(), query.fanId()));
        if (query.idolUid() != null) {
            queryGateway.ask(new RequireIdol(query.account(), query.idolUid(), "idol_uid"));
        }
        List<Liking> likings = queryGateway.ask(new FindLikings(query.account(), List.of(query.fanId())));
        Map<String, Idol> idols = idols(query.account(), likings);
        List<FanIdol> found = new ArrayList<>();
        for (Liking liking : likings) {
            Idol idol = idols.get(liking.idolUid());
            if (idol != null
                    && (query.idolUid() == null || query.idolUid().equals(idol.idolUid()))
                    && (query.label() == null || idol.idolLabels().contains(query.label()))) {
                found.add(FanIdol.of(query.account(), liking, idol));
            }
        }
        return found;
    }

    @QueryHandler
    List<IdolNamesOfFan> find(FindIdolNamesOfFans query) {
        List<Liking> likings = queryGateway.ask(new FindLikings(query.account(), query.fanIds()));
        Map<String, Idol> idols = idols(query.account(), likings);
        Map<Long, List<String>> names = new LinkedHashMap<>();
        for (Liking liking : likings) {
            Idol idol = idols.get(liking.idolUid());
            if (idol != null) {
                names.computeIfAbsent(liking.fanId(), fan -> new ArrayList<>()).add(idol.idolName());
            }
        }
        return names.entrySet().stream()
                .map(fan -> new IdolNamesOfFan(fan.getKey(), fan.getValue()))
                .toList();
    }

    private Map<String, Idol> idols(long account, List<Liking> likings) {
        List<String> uids = likings.stream().map(Liking::idolUid).distinct().toList();
        return uids.isEmpty()
                ? Map.of()
                : queryGateway.ask(new FindSomeIdols(account, uids)).stream()
                        .collect(Collectors.toMap(Idol::idolUid, Function.identity()));
    }
}
