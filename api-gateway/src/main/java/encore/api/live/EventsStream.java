package encore.api.live;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Caller;
import encore.kernel.completions.FollowedCompletion;
import encore.kernel.live.LiveEvent;
import encore.kernel.names.EventNames;
import encore.kernel.people.Area;
import encore.kernel.rewards.issuances.FollowedIssuance;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The stream of all events of an account. */
@Component
public class EventsStream implements LiveStream<EventsStream.Filter, LiveEvent> {

    private static final int MAX_SHOWN_LENGTH = 64;

    record Filter(List<String> types, @Nullable Long fanId) {
        Filter {
            types = List.copyOf(types);
        }

        void mustNameKnownTypes() {
            List<String> unknown =
                    types.stream().filter(type -> !EventNames.isKnown(type)).toList();
            if (!unknown.isEmpty()) {
                throw Problem.input("types", ErrorCode.VALUE, "names no type of event: " + shown(unknown.getFirst()));
            }
        }

        private static String shown(String type) {
            return type.substring(0, Math.min(type.length(), MAX_SHOWN_LENGTH));
        }

        boolean wants(LiveEvent event) {
            return (fanId == null || fanId.equals(event.fanId())) && (types.isEmpty() || types.contains(event.type()));
        }
    }

    @Override
    public Definition<Filter> definition() {
        return new Definition<>(
                "events",
                "Every event of the account, by position; types and fan_id select some. To resume after a disconnect,"
                        + " send the last position you received as after: no event is lost or repeated.",
                "manage",
                Area.AUDIT,
                true,
                null,
                Filter.class,
                List.of(Frame.EVENT),
                List.of(FollowedCompletion.class, FollowedIssuance.class));
    }

    @Override
    public LiveEvent read(LiveEvent event) {
        return event;
    }

    @Override
    public LiveEvent payload(LiveEvent event) {
        return event;
    }

    @Override
    public Mono<Selection<LiveEvent>> select(Caller caller, Filter filter, String part) {
        filter.mustNameKnownTypes();
        return Mono.just(new Selection<>(filter::wants));
    }
}
