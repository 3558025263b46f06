package encore.api.points;

import encore.api.http.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanName;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.fans.FanQuery.FindFanStates;
import encore.kernel.fans.FanState;
import encore.kernel.points.PointType;
import encore.kernel.points.PointsQuery.FindPointTypes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** What rows of points borrow from others: how fans and point types are called, and whether there are such. */
@Component
public class PointNames {

    private final Backend backend;

    PointNames(Backend backend) {
        this.backend = backend;
    }

    /** The names of the account's point types by uid. */
    Mono<Map<String, String>> ofTypes(Caller caller) {
        return backend.ask(caller, new FindPointTypes(caller.account()))
                .map(types -> types.stream().collect(Collectors.toMap(PointType::pointUid, PointType::pointName)));
    }

    /** The same; a uid that is none of theirs is a 400. */
    public Mono<Map<String, String>> ofTypes(Caller caller, @Nullable String asked) {
        return ofTypes(caller).doOnNext(names -> {
            if (asked != null && !names.containsKey(asked)) {
                throw Problem.input("point_uid", "unknown", "is not a point type of this account");
            }
        });
    }

    /** How fans are called; who is erased, or has no name, is left out. */
    Mono<Map<Long, String>> ofFans(Caller caller, List<Long> fans) {
        List<Long> each = fans.stream().distinct().toList();
        return backend.ask(caller, new FindDisplayNames(caller.account(), each)).map(PointNames::byFan);
    }

    private static Map<Long, String> byFan(List<FanName> names) {
        Map<Long, String> byFan = new HashMap<>();
        for (FanName name : names) {
            if (name.displayName() != null) {
                byFan.put(name.fanId(), name.displayName());
            }
        }
        return byFan;
    }

    /** Whether there is, or was, such a fan: the history of an erased one stays. */
    Mono<Boolean> isFan(Caller caller, long fan) {
        return backend.ask(caller, new FindFanStates(caller.account(), List.of(fan)))
                .map(states -> states.getFirst().state() != FanState.State.UNKNOWN);
    }
}
