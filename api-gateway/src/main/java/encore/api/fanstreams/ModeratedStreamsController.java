package encore.api.fanstreams;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fanstreams.pages.ModeratedStream;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindModeratedStreams;
import encore.kernel.people.Area;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lists streams for moderators, who need not see the settings of streams. */
@RestController
@Access(scope = "manage", area = Area.MODERATION, lock = SECRET)
@RequestMapping("/api/v1/manage/moderated_streams")
class ModeratedStreamsController {

    private static final int ROWS = 100;

    private final Backend backend;

    ModeratedStreamsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists all streams with the numbers of records to approve, shown and hidden, in the order of creation")
    @GetMapping
    ListOrPage<ModeratedStream> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(ROWS, page -> backend.ask(caller, new FindModeratedStreams(caller.account(), page)));
    }
}
