package encore.api.fans;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.fans.input.FanSearch;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.problems.Ids;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.filters.FilterCommand.AddFilter;
import encore.kernel.filters.FilterCommand.ChangeFilter;
import encore.kernel.filters.FilterCommand.FilterSearch;
import encore.kernel.filters.FilterCommand.RemoveFilter;
import encore.kernel.filters.FilterId;
import encore.kernel.filters.FilterNames;
import encore.kernel.filters.FilterQuery.FindManagedFilter;
import encore.kernel.filters.FilterQuery.FindManagedFilters;
import encore.kernel.filters.SearchFilter.Managed;
import encore.kernel.names.Blanks;
import encore.kernel.people.Area;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the saved search filters of an account. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/manage/search_filters")
class ManagedFiltersController {

    private static final String ONE = "/{filter_uid}";
    private static final int ROWS = 100;

    record One(@Size(max = 64) String filterUid) {}

    record Add(
            @NotBlank @Size(max = FilterNames.MAX_LENGTH) String filterName,
            @Nullable @Size(max = 255) String groupName) {}

    record Change(
            @Size(max = 64) String filterUid,

            @Description("Cannot be cleared.") @Nullable @Size(max = FilterNames.MAX_LENGTH)
            String filterName,

            @Nullable @Size(max = 255) String groupName,
            ClearedComponents cleared) {}

    private final Backend backend;

    ManagedFiltersController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the search filters, oldest first")
    @GetMapping
    ListOrPage<Managed> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(ROWS, page -> backend.ask(caller, new FindManagedFilters(caller.account(), page)));
    }

    @Description("Finds a search filter")
    @GetMapping(ONE)
    Mono<Managed> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindManagedFilter(caller.account(), in.filterUid()));
    }

    @Description("Saves the criteria of a search under a name")
    @PostMapping
    Mono<Managed> add(Caller caller, @Params Add in, @Params FanSearch search) {
        var names = new FilterNames(Blanks.trim(in.filterName()), in.groupName());
        return backend.save(caller, new AddFilter(new FilterId(caller.account(), Ids.uid()), names, criteria(search)));
    }

    @Description("Changes a search filter; criteria replace all earlier ones, and stay if none are sent")
    @PostMapping(ONE)
    Mono<Managed> change(Caller caller, @Params Change in, @Params FanSearch search) {
        String name = in.filterName() == null ? null : Blanks.trim(in.filterName());
        var names = in.cleared().toPatch(new FilterNames(name, in.groupName()));
        FilterSearch criteria = criteria(search);
        var filter = new FilterId(caller.account(), in.filterUid());
        return backend.save(
                caller, new ChangeFilter(filter, names, criteria.parameters().isEmpty() ? null : criteria));
    }

    private static FilterSearch criteria(FanSearch search) {
        return new FilterSearch(search.parameters(), search.criteria());
    }

    @Description("Removes a search filter, and destroys the key of its criteria")
    @DeleteMapping(ONE)
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveFilter(new FilterId(caller.account(), in.filterUid())))
                .thenReturn(true);
    }
}
