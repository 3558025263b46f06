package encore.api.idolevents;

import static encore.api.access.Lock.KEY;

import encore.api.access.Access;
import encore.api.constraints.MaxWords;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.Pace;
import encore.kernel.idolevents.IdolEvent;
import encore.kernel.idolevents.IdolEventCriteria;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEvents;
import encore.kernel.idolevents.IdolEventsQuery.ListIdolEvents;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/** Serves idol events: where and when fans can meet idols. */
@RestController
@Access(scope = "idols", lock = KEY)
@RequestMapping("/api/v1/idols/events")
class IdolEventsController {

    /** The first batch is small, so that its rows are sent while more are read. */
    private static final int FIRST_ROWS = 100;

    private static final int ROWS = 500;

    @AscendingRange(start = "startDate", end = "endDate")
    record Find(
            @Nullable @Size(max = 64) String idolUid,
            @Nullable @Size(max = 64) String performanceUid,

            @Description("The exact name.") @Nullable @Size(max = 255)
            String venueName,

            @Description("Words, or beginnings of words, of the venue's name or the idol's. At most 16 distinct words.")
            @Nullable
            @Size(max = 255)
            @MaxWords
            String q,

            @Nullable String labelName,

            @Description("The first local day on which the events begin.") @Nullable
            LocalDate startDate,

            @Description("The last local day on which the events begin.") @Nullable
            LocalDate endDate,

            @Description("The local day on which the events are shown; not with start_date or end_date.") @Nullable
            LocalDate displayDate) {

        @AssertTrue(message = "must not come with start_date or end_date")
        @ErrorField("display_date")
        boolean isOfOneKind() {
            return displayDate == null || startDate == null && endDate == null;
        }

        IdolEventCriteria criteria() {
            return new IdolEventCriteria(
                    idolUid, performanceUid, venueName, q, labelName, startDate, endDate, displayDate);
        }
    }

    private final Backend backend;

    IdolEventsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists idol events by their start")
    @GetMapping
    Flux<IdolEvent> find(Caller caller, @Params Find in) {
        return findAll(backend, caller, in.criteria()).map(IdolEvent.Managed::event);
    }

    /**
     * Streams the idol events of the criteria. The list of uids is asked for once, so that no event is missed or
     * appears twice while events change; the events themselves are asked for in batches while the answer is written.
     */
    static Flux<IdolEvent.Managed> findAll(Backend backend, Caller caller, IdolEventCriteria criteria) {
        return backend.ask(caller, new ListIdolEvents(caller.account(), criteria))
                .flatMapIterable(IdolEventsController::batches)
                // One batch is read while the one before it is written.
                .index((number, uids) -> backend.ask(caller, new FindIdolEvents(caller.account(), uids))
                        .contextWrite(number == 0 ? Pace.ORDINARY::addTo : Pace.STREAM::addTo))
                .flatMapSequential(batch -> batch, 2, 1)
                .concatMapIterable(events -> events, 1);
    }

    private static List<List<String>> batches(List<String> uids) {
        List<List<String>> batches = new ArrayList<>();
        int to;
        for (int from = 0; from < uids.size(); from = to) {
            to = Math.min(uids.size(), from + (from == 0 ? FIRST_ROWS : ROWS));
            batches.add(uids.subList(from, to));
        }
        return batches;
    }
}
