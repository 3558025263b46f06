package encore.query.reports.idols;

import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolsQuery.FindSomeIdols;
import encore.kernel.likings.LikingQuery.CountNewIdolFans;
import encore.kernel.likings.LikingQuery.NewIdolFans;
import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanCriteriaBuilder;
import encore.kernel.segments.FanSelection;
import encore.kernel.segments.SegmentQuery.CountFanSelections;
import encore.kernel.time.Days;
import encore.query.projection.QueryGateway;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Asks for idols and the numbers of their fans, on behalf of the reports about idols. */
final class IdolFanCounts {

    private final QueryGateway queryGateway;
    private final long account;

    IdolFanCounts(QueryGateway queryGateway, long account) {
        this.queryGateway = queryGateway;
        this.account = account;
    }

    /** Returns the existing idols among some uids, by uid. */
    Map<String, Idol> idols(List<String> uids) {
        return uids.isEmpty()
                ? Map.of()
                : queryGateway.ask(new FindSomeIdols(account, uids)).stream()
                        .collect(Collectors.toMap(Idol::idolUid, Function.identity()));
    }

    /** Returns the fans of an idol as a selection of the search for fans. */
    static FanSelection fansOf(Idol idol) {
        return new FanSelection(
                FanCriteriaBuilder.builder(FanCriteria.any())
                        .idols(new FanCriteria.LabelCriteria(List.of(idol.idolName()), false))
                        .build(),
                null);
    }

    /** Returns the numbers of fans that have the idols now, by the idols' uids. */
    Map<String, Long> fans(List<Idol> idols, LocalDate today) {
        List<FanSelection> selections =
                idols.stream().map(IdolFanCounts::fansOf).toList();
        List<Long> counts = queryGateway.ask(new CountFanSelections(account, selections, today));
        Map<String, Long> fans = new HashMap<>();
        for (int i = 0; i < counts.size(); i++) {
            fans.put(idols.get(i).idolUid(), counts.get(i));
        }
        return fans;
    }

    /** Returns how often fans got idols on some days, by uid; an idol that none got is left out. */
    Map<String, Long> newFans(List<String> uids, Days days) {
        return queryGateway.ask(new CountNewIdolFans(account, uids, days)).stream()
                .collect(Collectors.toMap(NewIdolFans::idolUid, NewIdolFans::count));
    }
}
