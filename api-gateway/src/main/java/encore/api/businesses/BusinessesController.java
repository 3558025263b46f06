package encore.api.businesses;

import static encore.api.access.Lock.KEY;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessQuery.FindBusiness;
import encore.kernel.businesses.BusinessQuery.ListBusinesses;
import encore.kernel.paging.Paging.NextKey;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Serves the businesses of an account to its apps. */
@RestController
@Access(scope = "apps", lock = KEY)
@RequestMapping("/api/v1/businesses")
class BusinessesController {

    /** A page is small because each business may have texts and objects of half a megabyte. */
    static final int ROWS = 10;

    record One(long businessId) {}

    private final Backend backend;

    BusinessesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the businesses, oldest first")
    @GetMapping
    Flux<Business> all(Caller caller) {
        return Pages.all(after -> backend.ask(caller, new ListBusinesses(caller.account(), new NextKey(after, ROWS))));
    }

    @Description("Finds a business")
    @GetMapping("/{business_id}")
    Mono<Business.Single> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindBusiness(caller.account(), in.businessId()));
    }
}
