package encore.api.props;

import static encore.api.access.Lock.KEY;

import encore.api.access.Access;
import encore.api.access.CallSource;
import encore.api.binding.NullableAnswer;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.StrictJson;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.accounts.AccountId;
import encore.kernel.props.PropCommand;
import encore.kernel.props.PropCommand.RemoveNamedProp;
import encore.kernel.props.PropCommand.SetProp;
import encore.kernel.props.PropId;
import encore.kernel.props.PropQuery.FindProp;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Pattern;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Serves the values that the account stores under names, and stores them: both by GET, as the contract has it. */
@RestController
@Access(scope = "misc", lock = KEY)
@RequestMapping("/api/v1/props/{prop_name}")
class PropsController {

    static final String NAME = "[A-Za-z0-9_.-]{1,128}";
    static final String NAME_MESSAGE = "must have 1 to 128 letters, digits, _, . or -";
    private static final int MAX_BYTES = 64 << 10;

    record Find(
            @Pattern(regexp = NAME, message = NAME_MESSAGE) String propName,

            @Description("JSON to store, with the api_secret; null removes the stored value.") @Nullable
            StrictJson props,

            ClearedComponents cleared) {

        @AssertTrue(message = "must have at most 65536 bytes")
        @ErrorField("props")
        boolean isSmall() {
            return props == null || props.node().toString().getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
        }

        boolean isWrite() {
            return props != null || cleared.contains("props");
        }

        PropCommand command(long account) {
            return props == null || props.node().isNull()
                    ? new RemoveNamedProp(new AccountId(account), propName)
                    : new SetProp(
                            new PropId(account, Ids.uid()),
                            propName,
                            props.node().toString());
        }
    }

    private final Backend backend;

    PropsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Finds the value under a name; with props it is stored first, which needs the api_secret")
    @NullableAnswer
    @GetMapping
    Mono<JsonNode> findProp(Caller caller, CallSource source, ServerWebExchange exchange, @Params Find in) {
        neverCached(exchange.getResponse());
        return write(caller, source, exchange.getRequest(), in)
                .then(Mono.defer(() -> backend.ask(caller, new FindProp(caller.account(), in.propName()))))
                .map(found -> SentValue.of(found.props()));
    }

    private static void neverCached(ServerHttpResponse response) {
        response.getHeaders().setCacheControl("no-store");
    }

    /** Stores the value that a call brings. A HEAD request stores none. */
    private Mono<Void> write(Caller caller, CallSource source, ServerHttpRequest request, Find in) {
        if (!in.isWrite() || HttpMethod.HEAD.equals(request.getMethod())) {
            return Mono.empty();
        }
        if (!source.withSecret()) {
            return Mono.error(Problem.unauthorized("secret-missing", "Send the api_secret to store a value."));
        }
        return backend.send(caller, in.command(caller.account())).then();
    }
}
