package encore.api.idols;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.constraints.WebUrl;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Patch;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolPresentation;
import encore.kernel.idols.IdolsCommand.PresentIdol;
import encore.kernel.idols.IdolsCommand.RemoveIdol;
import encore.kernel.idols.IdolsQuery.FindIdol;
import encore.kernel.idols.IdolsQuery.SearchIdols;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages how idols are shown, and deletes idols. */
@RestController
@Access(scope = "manage", area = Area.CONTENT, lock = SECRET)
@RequestMapping("/api/v1/manage/idols")
class ManagedIdolsController {

    private static final String ONE = "/{idol_uid}";

    record One(@Size(max = 64) String idolUid) {}

    record Present(
            @Size(max = 64) String idolUid,
            @Nullable String description,
            @Nullable UUID mediaUid,

            @WebUrl @Nullable String imageUrl,

            @WebUrl @Nullable String linkUrl,

            @Nullable @Min(0) Long musicFollowerCount,
            @Nullable @Size(max = 255) String artistName,
            ClearedComponents cleared) {

        Patch<IdolPresentation> change() {
            return cleared.toPatch(
                    new IdolPresentation(description, mediaUid, imageUrl, linkUrl, musicFollowerCount, artistName));
        }
    }

    private final Backend backend;

    ManagedIdolsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the idols with their ids at other platforms, oldest first")
    @GetMapping
    ListOrPage<Idol.Managed> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(
                IdolsController.ROWS, page -> backend.ask(caller, new SearchIdols(caller.account(), null, null, page)));
    }

    @Description("Finds an idol with its ids at other platforms")
    @GetMapping(ONE)
    Mono<Idol.Managed> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindIdol(caller.account(), in.idolUid()));
    }

    @Description("Changes an idol's description, picture and links")
    @PostMapping(ONE)
    Mono<Idol.Managed> changeIdol(Caller caller, @Params Present in) {
        return backend.save(caller, new PresentIdol(new IdolId(caller.account(), in.idolUid()), in.change()));
    }

    @Description("Deletes an idol; its name and music_uid become free")
    @DeleteMapping(ONE)
    Mono<Boolean> delete(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveIdol(new IdolId(caller.account(), in.idolUid())))
                .thenReturn(true);
    }
}
