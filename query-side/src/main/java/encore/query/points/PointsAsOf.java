package encore.query.points;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.AsOf;
import encore.kernel.Refusal;
import encore.kernel.points.Balance;
import encore.kernel.points.PointsQuery.FindBalancesAsOf;
import encore.kernel.points.PointsQuery.FindStandingsAsOf;
import encore.kernel.points.StandingAsOf;
import encore.kernel.tiers.FanTier;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.TieredType;
import encore.kernel.tiers.TiersQuery.FindFanTierAsOf;
import encore.kernel.tiers.TiersQuery.FindTiersAsOf;
import encore.query.runtime.Answerer;
import encore.query.runtime.Questions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** What fans had, under the names and tiers of that time: what the boards remember, joined with the tiers' history. */
@Component
class PointsAsOf implements Answerer {

    private final Questions questions;

    PointsAsOf(Questions questions) {
        this.questions = questions;
    }

    @QueryHandler
    List<Balance> find(FindBalancesAsOf query) {
        Map<String, TieredType> types = questions.ask(new FindTiersAsOf(query.account(), query.asOf())).stream()
                .collect(Collectors.toMap(TieredType::pointUid, Function.identity()));
        List<Balance> balances = new ArrayList<>();
        for (StandingAsOf standing : standings(query.account(), query.fanId(), query.asOf())) {
            TieredType type = types.get(standing.pointUid());
            if (type != null) {
                PointTier tier = type.tierAt(standing.balance());
                balances.add(new Balance(
                        type.pointUid(),
                        type.pointName(),
                        standing.balance(),
                        standing.rank(),
                        tier == null ? null : tier.tierName(),
                        standing.position()));
            }
        }
        return balances;
    }

    @QueryHandler
    FanTier find(FindFanTierAsOf query) {
        TieredType type = questions.ask(new FindTiersAsOf(query.account(), query.asOf())).stream()
                .filter(one -> one.pointName().equals(query.pointName().strip()))
                .findFirst()
                .orElseThrow(() ->
                        new Refusal(RULE, "point-name-unknown", "point_name", "There were no points of this name."));
        long balance = standings(query.account(), query.fanId(), query.asOf()).stream()
                .filter(standing -> standing.pointUid().equals(type.pointUid()))
                .mapToLong(StandingAsOf::balance)
                .findFirst()
                .orElse(0);
        return new FanTier(type.tierAt(balance));
    }

    private List<StandingAsOf> standings(long account, long fan, AsOf asOf) {
        return questions.ask(new FindStandingsAsOf(account, fan, asOf));
    }
}
