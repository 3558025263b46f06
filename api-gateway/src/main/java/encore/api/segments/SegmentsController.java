package encore.api.segments;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.api.paging.SearchPaging;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.segments.Segment;
import encore.kernel.segments.SegmentFan;
import encore.kernel.segments.SegmentQuery.FindSegmentFans;
import encore.kernel.segments.SegmentQuery.FindSegmentStatus;
import encore.kernel.segments.SegmentQuery.FindSegments;
import encore.kernel.segments.SegmentStatus;
import encore.kernel.segments.SegmentType;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Serves segments: the fans of a tag, of a snapshot or of a saved filter. */
@RestController
@Access(scope = "segments", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/segments")
class SegmentsController {

    private static final String ONE = "/{segment_type}/{segment_id}";
    private static final int ROWS = 500;
    private static final int DEFAULT_LIMIT = 1_000;

    record One(
            @Size(max = 64) String segmentType,
            @Size(max = 64) String segmentId) {}

    /** Selects the fans of one segment. Its search_uid is refused for another segment. */
    record Fans(
            @Size(max = 64) String segmentType,
            @Size(max = 64) String segmentId,

            @Description("Continues a search.") @Nullable String searchUid,

            @Description("Rows of a page; when absent, as many as the page before.")
            @Default("1000")
            @Nullable
            @Min(0)
            @Max(10_000)
            Integer limit)
            implements SearchPaging.Criteria {}

    private final Backend backend;
    private final SearchPaging searchPaging;

    SegmentsController(Backend backend, SearchPaging searchPaging) {
        this.backend = backend;
        this.searchPaging = searchPaging;
    }

    @Description("Lists the segments: tags, then snapshots, then search filters, each oldest first")
    @GetMapping
    Flux<Segment> all(Caller caller) {
        return Flux.just(SegmentType.values())
                .concatMap(type -> Pages.all(after -> backend.ask(
                        caller, new FindSegments(caller.account(), type, today(), new NextKey(after, ROWS)))));
    }

    @Description("Counts a segment's fans: how many have an email, a phone, a subscription")
    @GetMapping(ONE + "/status")
    Mono<SegmentStatus> findSegmentStatus(Caller caller, @Params One in) {
        return backend.ask(caller, new FindSegmentStatus(caller.account(), in.segmentType(), in.segmentId(), today()));
    }

    @Description("Lists the fans of a segment")
    @GetMapping(ONE)
    Mono<Listing<SearchPaging.Meta, SegmentFan>> findSegmentFans(Caller caller, @Params Fans in) {
        return searchPaging.page(
                caller,
                in,
                DEFAULT_LIMIT,
                Integer.MAX_VALUE,
                (firstInput, searchPage) -> backend.ask(
                        caller,
                        new FindSegmentFans(
                                caller.account(),
                                firstInput.segmentType(),
                                firstInput.segmentId(),
                                searchPage.today(),
                                searchPage.upTo(),
                                searchPage.paging())));
    }

    private static LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }
}
