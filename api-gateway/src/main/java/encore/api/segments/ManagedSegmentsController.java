package encore.api.segments;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.segments.Segment;
import encore.kernel.segments.SegmentQuery.FindSegment;
import encore.kernel.segments.SegmentQuery.FindSegments;
import encore.kernel.segments.SegmentType;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists segments page by page, and finds them by name. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/manage/segments")
class ManagedSegmentsController {

    private static final int ROWS = 100;

    record OfType(@NotNull SegmentType segmentType) {}

    record One(
            @Size(max = 64) String segmentType,
            @Size(max = 64) String segmentId) {}

    private final Backend backend;

    ManagedSegmentsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the segments of a type, oldest first, with the number of fans of each")
    @GetMapping
    ListOrPage<Segment> findSegments(Caller caller, @Params OfType in, @Params NamesPaging paging) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        return paging.answer(
                ROWS, page -> backend.ask(caller, new FindSegments(caller.account(), in.segmentType(), today, page)));
    }

    @Description("Finds a segment with the number of its fans")
    @GetMapping("/{segment_type}/{segment_id}")
    Mono<Segment> findSegment(Caller caller, @Params One in) {
        return backend.ask(
                caller,
                new FindSegment(caller.account(), in.segmentType(), in.segmentId(), LocalDate.now(ZoneOffset.UTC)));
    }
}
