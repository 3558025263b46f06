package encore.api.businesses;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.NamesPaging;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessCommand.AddBusiness;
import encore.kernel.businesses.BusinessCommand.ChangeBusiness;
import encore.kernel.businesses.BusinessCommand.RemoveBusiness;
import encore.kernel.businesses.BusinessDetails;
import encore.kernel.businesses.BusinessId;
import encore.kernel.businesses.BusinessQuery.FindManagedBusiness;
import encore.kernel.businesses.BusinessQuery.FindMembers;
import encore.kernel.businesses.BusinessQuery.ListManagedBusinesses;
import encore.kernel.businesses.Member;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.records.StrictMapping;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Manages the businesses of an account, and lists the fans that opted in to them. */
@RestController
@Access(scope = "manage", area = Area.CONTENT, lock = SECRET)
@RequestMapping("/api/v1/manage/businesses")
class ManagedBusinessesController {

    private static final String ONE = "/{business_id}";
    private static final int MAX_LEGAL_LENGTH = 100_000;
    private static final int DEFAULT_LIMIT = 1_000;
    private static final int MAX_LIMIT = 10_000;
    private static final Pages.Next NEXT = Pages.next("next_member_key");

    record One(long businessId) {}

    /** The details of a business except its name, which adding requires and changing does not. */
    record Details(
            @Nullable @Size(max = MAX_LEGAL_LENGTH) String legalRules,
            @Nullable @Size(max = MAX_LEGAL_LENGTH) String legalTerms,
            @Nullable @Size(max = MAX_LEGAL_LENGTH) String legalPrivacy,
            @Nullable ObjectNode mediaMap,
            @Nullable ObjectNode schedulerProps,
            @Nullable ObjectNode localeProps,
            @Nullable ObjectNode wifiProps,

            @Description("The point type that fans win from this business. Absent: the account's default.")
            @Nullable
            @Size(max = 64)
            String pointUid,

            ClearedComponents cleared) {

        BusinessDetails details(@Nullable String businessName) {
            return DetailsMapper.MAPPER.details(this, businessName);
        }
    }

    @Mapper(config = StrictMapping.class)
    interface DetailsMapper {

        DetailsMapper MAPPER = new ManagedBusinessesController$DetailsMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = "cleared")
        BusinessDetails details(Details input, @Nullable String businessName);
    }

    record Add(@NotBlank @Size(max = 255) String businessName) {}

    record Change(
            long businessId,

            @Description("Cannot be cleared.") @Nullable @Size(max = 255)
            String businessName,

            ClearedComponents cleared) {}

    record Members(
            long businessId,

            @Description("The key in meta of the page before.") @Nullable @Min(0)
            Long nextMemberKey,

            @Default("1000") @Nullable @Min(1) @Max(MAX_LIMIT)
            Integer limit) {

        NextKey paging() {
            return new NextKey(
                    nextMemberKey == null ? null : nextMemberKey.toString(), limit == null ? DEFAULT_LIMIT : limit);
        }
    }

    private final Backend backend;

    ManagedBusinessesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the businesses, oldest first")
    @GetMapping
    ListOrPage<Business.Managed> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(
                BusinessesController.ROWS,
                page -> backend.ask(caller, new ListManagedBusinesses(caller.account(), page)));
    }

    @Description("Finds a business with the number of its members")
    @GetMapping(ONE)
    Mono<Business.ManagedSingle> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindManagedBusiness(caller.account(), in.businessId()));
    }

    @Description("Adds a business")
    @PostMapping
    Mono<Business.ManagedSingle> add(Caller caller, @Params Add in, @Params Details details) {
        var business = new BusinessId(caller.account(), Ids.number());
        return backend.save(caller, new AddBusiness(business, details.details(in.businessName())));
    }

    @Description("Changes a business")
    @PostMapping(ONE)
    Mono<Business.ManagedSingle> change(Caller caller, @Params Change in, @Params Details details) {
        var change = in.cleared().union(details.cleared()).toPatch(details.details(in.businessName()));
        return backend.save(caller, new ChangeBusiness(new BusinessId(caller.account(), in.businessId()), change));
    }

    @Description("Removes a business; its members may still opt out")
    @DeleteMapping(ONE)
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveBusiness(new BusinessId(caller.account(), in.businessId())))
                .thenReturn(true);
    }

    @Description("Lists the members of a business, in the order in which they opted in")
    @GetMapping(ONE + "/members")
    Mono<Listing<Pages.NextMeta, Member>> listBusinessMembers(Caller caller, @Params Members in) {
        return backend.ask(caller, new FindMembers(caller.account(), in.businessId(), in.paging()))
                .map(page -> NEXT.answer(in.paging(), page));
    }
}
