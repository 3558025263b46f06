package encore.api.calls;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Caller;
import encore.kernel.calls.CallSelection;
import encore.kernel.people.Area;
import encore.kernel.people.PersonId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Shows the last calls of an account. */
@RestController
@Access(scope = "manage", area = Area.KEYS, lock = Lock.SECRET)
@RequestMapping(CallsController.PATH)
class CallsController {

    static final String PATH = "/api/v1/manage/calls";

    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 500;
    private static final String UID = "[A-Za-z0-9_-]{1,64}";

    private final AllGateways gateways;

    CallsController(AllGateways gateways) {
        this.gateways = gateways;
    }

    record Search(
            @Description("The most calls. Absent: 100.") @Nullable @Min(1) @Max(MAX_LIMIT)
            Integer limit,

            @Description("The status of the answer.") @Nullable @Min(100) @Max(599)
            Integer status,

            @Description("True: the calls that were answered with a status from 400 on. False: the others.") @Nullable
            Boolean isFailed,

            @Description("A part of the path template, such as crm/fans.") @Nullable @Size(max = 200)
            String route,

            @Description("The public half of a key pair.") @Nullable @Pattern(regexp = UID)
            String key,

            @Nullable @Pattern(regexp = UID) String personUid,

            @Description("The X-Request-Id of an answer.") @Nullable @Pattern(regexp = "[0-9A-Za-z_.-]{1,64}")
            String requestId) {

        CallSelection selection(long account) {
            String actor = key != null ? "key:" + key : personUid == null ? null : PersonId.actor(personUid);
            return new CallSelection(
                    account, limit == null ? DEFAULT_LIMIT : limit, status, isFailed, route, actor, requestId);
        }
    }

    @Description("Lists the last calls of the account, newest first. They are in the memory of each gateway: at most"
            + " 10,000 of an account, and none from before its restart")
    @GetMapping
    Mono<AccountCalls> listCalls(Caller caller, @Params Search in) {
        return gateways.ask(in.selection(caller.account()));
    }
}
