package encore.api.shows.control;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.shows.Show;
import encore.kernel.shows.ShowQuery.ListShows;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lists the live shows of an account. */
@RestController
@Access(scope = "manage", area = Area.LIVE, lock = SECRET)
@RequestMapping("/api/v1/manage/live")
class ShowsController {

    private static final int ROWS = 100;

    private final Backend backend;

    ShowsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the live shows: the campaigns of the types fanxp and livexp, in the order of creation")
    @GetMapping
    ListOrPage<Show.Row> findShows(Caller caller, @Params NamesPaging paging) {
        return paging.answer(ROWS, page -> backend.ask(caller, new ListShows(caller.account(), page)));
    }
}
