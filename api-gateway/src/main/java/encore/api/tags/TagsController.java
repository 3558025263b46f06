package encore.api.tags;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.api.wire.DayOrTime;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindFanTags;
import encore.kernel.tags.TagQuery.FindTags;
import encore.kernel.tags.TaggedFan;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists the tags of an account, and the tags of its fans. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1")
class TagsController {

    private static final int MAX_ROWS = 10_000;
    private static final int ROWS = 500;

    /** A time window without its bounds. A day as a bound is excluded as a whole. */
    @AscendingRange(start = "startDate", end = "endDate")
    record Window(
            @Description("Tags given after this day, or this time.") @Nullable
            DayOrTime startDate,

            @Description("Tags given before this day, or this time.") @Nullable
            DayOrTime endDate) {

        @Nullable
        Instant from() {
            if (startDate == null) {
                return null;
            }
            return startDate.day() == null
                    ? startDate.start().plusNanos(1)
                    : startDate.day().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        }
    }

    private final Backend backend;

    TagsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the tags of fans by the time they were given, oldest first: at most 10,000")
    @Access(scope = "crm", area = Area.FANS, lock = SECRET)
    @GetMapping("/crm/fan_tags")
    Mono<List<TaggedFan>> findFanTags(Caller caller, @Params Window in) {
        Instant before = in.endDate() == null ? null : in.endDate().start();
        return backend.ask(caller, new FindFanTags(caller.account(), in.from(), before, MAX_ROWS));
    }

    @Description("Lists the tags, oldest first")
    @GetMapping("/manage/tags")
    ListOrPage<Tag> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(ROWS, page -> backend.ask(caller, new FindTags(caller.account(), page)));
    }
}
