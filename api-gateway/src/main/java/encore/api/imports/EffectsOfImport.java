package encore.api.imports;

import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.accounts.AccountId;
import encore.kernel.imports.ImportCommand.ImportActivity;
import encore.kernel.imports.ImportCommand.ImportAward;
import encore.kernel.imports.ImportCommand.ImportRow;
import encore.kernel.imports.ImportCommand.ReadNamedCampaigns;
import encore.kernel.imports.ImportQuery.FindImportEffects;
import encore.kernel.points.PointsQuery.FindPointTypes;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Refuses rows of points and activities to which active quests, rewards or webhooks would react. */
@Component
class EffectsOfImport {

    private final Backend backend;

    EffectsOfImport(Backend backend) {
        this.backend = backend;
    }

    /** Completes for rows without effects; fails with a {@link Problem} that names the effects. */
    Mono<Void> mustHaveNone(Caller caller, List<ImportRow> rows) {
        List<ImportAward> awards = of(rows, ImportAward.class);
        List<ImportActivity> activities = of(rows, ImportActivity.class);
        if (awards.isEmpty() && activities.isEmpty()) {
            return Mono.empty();
        }
        Instant earliest = Stream.concat(
                        awards.stream().map(row -> row.details().effectiveAt()),
                        activities.stream().map(ImportActivity::effectiveAt))
                .filter(Objects::nonNull)
                .min(Instant::compareTo)
                .orElse(null);
        return Mono.zip(pointUids(caller, awards), campaigns(caller, activities))
                .flatMap(reached -> refuse(caller, reached.getT1(), reached.getT2(), earliest));
    }

    private Mono<Void> refuse(
            Caller caller, Set<String> pointUids, Set<Long> campaigns, @Nullable Instant earliest) {
        return backend.ask(caller, new FindImportEffects(caller.account(), pointUids, campaigns, earliest))
                .flatMap(effects -> effects.isEmpty() ? Mono.empty() : Mono.error(Problem.importHasEffects(effects)));
    }

    private Mono<Set<String>> pointUids(Caller caller, List<ImportAward> awards) {
        Set<String> uids = awards.stream()
                .map(ImportAward::pointUid)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(HashSet::new));
        Set<String> names = awards.stream()
                .map(ImportAward::pointName)
                .filter(Objects::nonNull)
                .map(String::strip)
                .collect(Collectors.toSet());
        if (names.isEmpty()) {
            return Mono.just(uids);
        }
        return backend.ask(caller, new FindPointTypes(caller.account())).map(types -> {
            types.stream().filter(type -> names.contains(type.pointName())).forEach(type -> uids.add(type.pointUid()));
            return uids;
        });
    }

    private Mono<Set<Long>> campaigns(Caller caller, List<ImportActivity> activities) {
        List<String> titles = activities.stream()
                .map(ImportActivity::campaignTitle)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return titles.isEmpty()
                ? Mono.just(Set.of())
                : backend.send(caller, new ReadNamedCampaigns(new AccountId(caller.account()), titles))
                        .map(named -> named.pageTabIds());
    }

    private static <T extends ImportRow> List<T> of(List<ImportRow> rows, Class<T> type) {
        return rows.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
