package encore.api.fans;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.Erasure;
import encore.kernel.fans.FanQuery.FindErasures;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists erased fans for systems that keep copies of fans. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/manage/erasures")
class ErasuresController {

    private static final int DEFAULT_LIMIT = 1_000;
    private static final int MAX_LIMIT = 10_000;
    private static final Pages.Next NEXT = Pages.next("next_erasure_key");

    record Since(
            @Description("Continues after this position. It is in meta or, on the last page, in the last row.")
            @Nullable
            @Min(0)
            Long nextErasureKey,

            @Default("1000") @Nullable @Min(1) @Max(MAX_LIMIT)
            Integer limit) {}

    private final Backend backend;

    ErasuresController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists erased fans, oldest first")
    @GetMapping
    Mono<Listing<Pages.NextMeta, Erasure>> find(Caller caller, @Params Since in) {
        String after = in.nextErasureKey() == null ? null : in.nextErasureKey().toString();
        var paging = new NextKey(after, in.limit() == null ? DEFAULT_LIMIT : in.limit());
        return backend.ask(caller, new FindErasures(caller.account(), paging)).map(page -> NEXT.answer(paging, page));
    }
}
