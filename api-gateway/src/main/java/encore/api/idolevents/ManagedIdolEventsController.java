package encore.api.idolevents;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.constraints.WebUrl;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.problems.Ids;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.idolevents.IdolEvent;
import encore.kernel.idolevents.IdolEventCriteria;
import encore.kernel.idolevents.IdolEventDetails;
import encore.kernel.idolevents.IdolEventId;
import encore.kernel.idolevents.IdolEventsCommand.AddIdolEvent;
import encore.kernel.idolevents.IdolEventsCommand.ChangeIdolEvent;
import encore.kernel.idolevents.IdolEventsCommand.RemoveIdolEvent;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEvent;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventPage;
import encore.kernel.people.Area;
import encore.kernel.records.StrictMapping;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the idol events of an account. */
@RestController
@Access(scope = "manage", area = Area.CONTENT, lock = SECRET)
@RequestMapping("/api/v1/manage/idol_events")
class ManagedIdolEventsController {

    private static final String ONE = "/{idol_event_uid}";

    record One(@Size(max = 64) String idolEventUid) {}

    record Save(
            @Description("Required for a new event. Cannot be cleared.") @Nullable @Size(max = 64)
            String idolUid,

            @Description("The local day. Required for a new event. Cannot be cleared.") @Nullable
            LocalDate startDate,

            @Description("The local time. Absent: midnight.") @Nullable
            LocalTime startTime,

            @Nullable LocalDate endDate,

            @Description(
                    "Absent: the last second of end_date. Given without end_date: the next time that the local clock"
                            + " shows it.")
            @Nullable
            LocalTime endTime,

            @Description("Absent: the time zone of the venue, or UTC.") @Nullable
            ZoneId timezone,

            @Nullable @Size(max = 64) String venueUid,
            @Nullable @Size(max = 64) String performanceUid,
            @Nullable @Size(max = 255) String eventName,
            @Nullable String description,

            @WebUrl @Nullable String eventUrl,

            @WebUrl @Nullable String ticketUrl,

            @Nullable @Size(max = 255) String labelName,
            @Nullable UUID mediaUid,
            @Description("Absent: true.") @Nullable Boolean isAvailable,

            @Description("It is listed on the day before start_date.") @Nullable
            Boolean showOnPreviousDay,

            ClearedComponents cleared) {

        IdolEventDetails details() {
            return DetailsMapper.MAPPER.details(this);
        }
    }

    @Mapper(config = StrictMapping.class)
    interface DetailsMapper {

        DetailsMapper MAPPER = new ManagedIdolEventsController$DetailsMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = "cleared")
        IdolEventDetails details(Save input);
    }

    private final Backend backend;

    ManagedIdolEventsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the idol events by their start, a page of them by their addition")
    @GetMapping
    ListOrPage<IdolEvent.Managed> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(
                IdolEventsController.findAll(backend, caller, IdolEventCriteria.ALL),
                page -> backend.ask(caller, new FindIdolEventPage(caller.account(), page)));
    }

    @Description("Finds an idol event")
    @GetMapping(ONE)
    Mono<IdolEvent.Managed> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindIdolEvent(caller.account(), in.idolEventUid()));
    }

    @Description("Adds an idol event")
    @PostMapping
    Mono<IdolEvent.Managed> add(Caller caller, @Params Save in) {
        return backend.save(caller, new AddIdolEvent(new IdolEventId(caller.account(), Ids.uid()), in.details()));
    }

    @Description("Changes an idol event; idol and day cannot be cleared")
    @PostMapping(ONE)
    Mono<IdolEvent.Managed> change(Caller caller, @Params One one, @Params Save in) {
        var event = new IdolEventId(caller.account(), one.idolEventUid());
        return backend.save(caller, new ChangeIdolEvent(event, in.cleared().toPatch(in.details())));
    }

    @Description("Removes an idol event")
    @DeleteMapping(ONE)
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveIdolEvent(new IdolEventId(caller.account(), in.idolEventUid())))
                .thenReturn(true);
    }
}
