package encore.api.associations;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.associations.AssociationCommand.Associate;
import encore.kernel.associations.AssociationCommand.Dissociate;
import encore.kernel.associations.AssociationId;
import encore.kernel.associations.AssociationKind;
import encore.kernel.associations.AssociationQuery.FindFanEvents;
import encore.kernel.associations.AssociationState;
import encore.kernel.associations.FanEvents;
import encore.kernel.fans.FanId;
import encore.kernel.people.Area;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves the associations of fans: the performances and idol events that a fan saves or goes to. */
@RestController
@Access(scope = "crm", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/ent/fans/{fan_id}")
class AssociationsController {

    private static final String IDOL_EVENTS = "/idols/events";
    private static final String PERFORMANCES = "/performances";

    /** The states that a fan can have in an idol event. */
    enum EventState {
        SAVED(AssociationState.SAVED),
        GOING(AssociationState.GOING),
        VERIFIED(AssociationState.VERIFIED),
        ATTENDED(AssociationState.ATTENDED),
        COLLECTED(AssociationState.COLLECTED);

        private final AssociationState state;

        EventState(AssociationState state) {
            this.state = state;
        }
    }

    /** The states that a fan can have in a performance. */
    enum PerformanceState {
        SAVED(AssociationState.SAVED),
        GOING(AssociationState.GOING),
        VERIFIED(AssociationState.VERIFIED),
        REGISTERED(AssociationState.REGISTERED);

        private final AssociationState state;

        PerformanceState(AssociationState state) {
            this.state = state;
        }
    }

    record Find(
            long fanId,

            @Description("Only idol events whose idol has this label, and performances that such idol events name.")
            @Nullable
            String idolLabelName,

            @Description("Only idol events of this idol, and performances that such idol events name.")
            @Nullable
            @Size(max = 64)
            String idolUid) {}

    record SaveEvent(
            long fanId,
            @NotBlank @Size(max = 64) String idolEventUid,

            @Description("1 to 4 states. They replace the present ones; absent, the present ones stay.")
            @Default("saved")
            @Nullable
            List<EventState> states) {

        @Nullable
        List<AssociationState> associationStates() {
            return states == null ? null : states.stream().map(one -> one.state).toList();
        }
    }

    record SavePerformance(
            long fanId,
            @NotBlank @Size(max = 64) String performanceUid,

            @Description("1 to 3 states. They replace the present ones; absent, the present ones stay.")
            @Default("saved")
            @Nullable
            List<PerformanceState> states) {

        @Nullable
        List<AssociationState> associationStates() {
            return states == null ? null : states.stream().map(one -> one.state).toList();
        }
    }

    record DropEvent(long fanId, @NotBlank @Size(max = 64) String idolEventUid) {}

    record DropPerformance(
            long fanId, @NotBlank @Size(max = 64) String performanceUid) {}

    /** The states of a fan's idol event. */
    record SavedEvent(long fanId, String idolEventUid, List<AssociationState> states) {}

    /** The states of a fan's performance. */
    record SavedPerformance(long fanId, String performanceUid, List<AssociationState> states) {}

    private final Backend backend;

    AssociationsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the performances and idol events of a fan, in the order in which they were saved")
    @GetMapping("/events")
    Mono<FanEvents> findFanEvents(Caller caller, @Params Find in) {
        return backend.ask(caller, new FindFanEvents(caller.account(), in.fanId(), in.idolUid(), in.idolLabelName()));
    }

    @Description("Saves an idol event for a fan, or changes the fan's states there")
    @PostMapping(IDOL_EVENTS)
    Mono<SavedEvent> saveFanIdolEvent(Caller caller, @Params SaveEvent in) {
        return backend.send(caller, new Associate(event(caller, in.fanId(), in.idolEventUid()), in.associationStates()))
                .map(now -> new SavedEvent(in.fanId(), in.idolEventUid(), now.states()));
    }

    @Description("Removes an idol event that a fan has only saved")
    @DeleteMapping(IDOL_EVENTS)
    Mono<Boolean> dropFanIdolEvent(Caller caller, @Params DropEvent in) {
        return backend.send(caller, new Dissociate(event(caller, in.fanId(), in.idolEventUid())))
                .thenReturn(true);
    }

    @Description("Saves a performance for a fan, or changes the fan's states there")
    @PostMapping(PERFORMANCES)
    Mono<SavedPerformance> saveFanPerformance(Caller caller, @Params SavePerformance in) {
        return backend.send(
                        caller,
                        new Associate(performance(caller, in.fanId(), in.performanceUid()), in.associationStates()))
                .map(now -> new SavedPerformance(in.fanId(), in.performanceUid(), now.states()));
    }

    @Description("Removes a performance that a fan has only saved")
    @DeleteMapping(PERFORMANCES)
    Mono<Boolean> dropFanPerformance(Caller caller, @Params DropPerformance in) {
        return backend.send(caller, new Dissociate(performance(caller, in.fanId(), in.performanceUid())))
                .thenReturn(true);
    }

    private static AssociationId event(Caller caller, long fan, String uid) {
        return new AssociationId(AssociationKind.IDOL_EVENT, new FanId(caller.account(), fan), uid);
    }

    private static AssociationId performance(Caller caller, long fan, String uid) {
        return new AssociationId(AssociationKind.PERFORMANCE, new FanId(caller.account(), fan), uid);
    }
}
