package encore.api.browserlogin;

import encore.api.access.Access;
import encore.api.access.CallSource;
import encore.api.access.ConsistencyHeaders;
import encore.api.access.Lock;
import encore.api.authentication.OpenCalls;
import encore.api.binding.Produces;
import encore.api.browserlogin.FormInput.Step;
import encore.api.browserlogin.pages.PageBrand;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.AccountState;
import encore.api.keys.KeyRegistry;
import encore.api.logins.LoginCall;
import encore.api.logins.LoginPlaces;
import encore.api.problems.Problem;
import encore.api.problems.Problems;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.branding.Branding;
import encore.kernel.branding.BrandingQuery.FindBranding;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessQuery.FindBusinesses;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Shows a fan the pages of a browser login (spec 1, 4). They need no script. */
@RestController
@Access(lock = Lock.BROWSER)
class OauthController {

    private static final String ACTOR = "browser";
    private static final String HTML = "text/html";

    private final Backend backend;
    private final KeyRegistry keyRegistry;
    private final OpenCalls openCalls;
    private final LoginPlaces places;
    private final LoginFormSteps steps;

    OauthController(
            Backend backend, KeyRegistry keyRegistry, OpenCalls openCalls, LoginPlaces places, LoginFormSteps steps) {
        this.backend = backend;
        this.keyRegistry = keyRegistry;
        this.openCalls = openCalls;
        this.places = places;
        this.steps = steps;
    }

    @Description("Shows the first page of a browser login, which leads back to redirect_url with a code or an error")
    @Produces(value = HTML, bodiless = 303)
    @GetMapping(LoginForms.PATH)
    Mono<ResponseEntity<String>> showLogin(ServerWebExchange exchange, @Params LoginParameters in) {
        return visit(exchange, in, false, visit -> Mono.just(visit.forms().contact(null, null)));
    }

    @Description("Takes a form of a browser login, and shows the next page or leads back to redirect_url")
    @Produces(value = HTML, bodiless = 303)
    @PostMapping(LoginForms.PATH)
    Mono<ResponseEntity<String>> takeLoginForm(
            ServerWebExchange exchange, @Params LoginParameters in, @Params FormInput form) {
        return visit(
                exchange,
                in,
                form.step() == Step.ACCEPT,
                visit -> FormToken.isValid(exchange.getRequest(), form.formToken())
                        ? steps.take(visit, form).onErrorResume(failure -> failed(exchange, visit, form, failure))
                        : Mono.error(LoginRequest.wrong(
                                FormToken.FIELD, "is not the one of this browser: allow cookies, and begin again")));
    }

    private Mono<ResponseEntity<String>> visit(
            ServerWebExchange exchange,
            LoginParameters in,
            boolean isAccepted,
            Function<BrowserVisit, Mono<ResponseEntity<String>>> step) {
        AccountState account = keyRegistry.findAccount(in.accountId());
        if (account == null) {
            throw LoginRequest.wrong(LoginRequest.ACCOUNT_ID, "is unknown");
        }
        openCalls.admit(exchange, in.accountId());
        LoginRequest request = LoginRequest.of(in.accountId(), in, account::isRedirectUrl);
        RequestContext context = ConsistencyHeaders.readContext(account.position());
        LoginCall call = BrowserVisit.call(
                request,
                new Caller(request.account(), ACTOR, context),
                new CallSource(false, OpenCalls.address(exchange.getRequest())),
                isAccepted);
        FormToken token = FormToken.of(exchange.getRequest());
        return brand(call)
                .map(brand -> new BrowserVisit(request, call, new LoginForms(request, token, brand)))
                .flatMap(step)
                .onErrorResume(failure -> unavailable(exchange, request, failure))
                .doFinally(end -> account.recordPosition(context.position()));
    }

    private Mono<PageBrand> brand(LoginCall call) {
        return places.check(call)
                .then(Mono.defer(() -> Mono.zip(
                        backend.ask(call.caller(), new FindBusinesses(call.account(), List.of(call.businessId()))),
                        backend.ask(call.caller(), new FindBranding(call.account())),
                        OauthController::brand)));
    }

    private static PageBrand brand(List<Business> found, Branding branding) {
        if (found.isEmpty()) {
            throw LoginRequest.wrong(LoginRequest.BUSINESS_ID, "is unknown");
        }
        return PageBrand.of(Objects.requireNonNullElse(found.getFirst().businessName(), ""), branding);
    }

    /** Shows the page of the step again, so that the fan can mend it. Other failures are not the fan's. */
    private static Mono<ResponseEntity<String>> failed(
            ServerWebExchange exchange, BrowserVisit visit, FormInput form, Throwable failure) {
        Problem problem = Problems.of(exchange, failure);
        return isTemporary(problem) ? Mono.error(problem) : Mono.just(LoginFormSteps.again(visit, form, problem));
    }

    /** Leads back with an error when the login cannot go on at the moment. */
    private static Mono<ResponseEntity<String>> unavailable(
            ServerWebExchange exchange, LoginRequest request, Throwable failure) {
        Problem problem = Problems.of(exchange, failure);
        return isTemporary(problem) ? Mono.just(LoginRedirect.temporarilyUnavailable(request)) : Mono.error(problem);
    }

    private static boolean isTemporary(Problem problem) {
        return problem.status().is5xxServerError() || problem.status() == HttpStatus.CONFLICT;
    }
}
