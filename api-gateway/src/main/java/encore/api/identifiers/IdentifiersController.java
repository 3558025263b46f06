package encore.api.identifiers;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.FanIdentifier;
import encore.kernel.identifiers.IdentifierCommand.AddIdentifier;
import encore.kernel.identifiers.IdentifierCommand.RemoveIdentifier;
import encore.kernel.identifiers.IdentifierName;
import encore.kernel.identifiers.IdentifierQuery.FindFanIdentifiers;
import encore.kernel.identifiers.IdentifierQuery.SearchIdentifiers;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.names.KeySpelling;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves the identifiers of fans: their names on other networks. */
@RestController
@Access(scope = "crm", area = Area.CONTACTS, lock = SECRET)
@RequestMapping("/api/v1/crm")
class IdentifiersController {

    private static final int DEFAULT_LIMIT = 1_000;
    private static final int MAX_LIMIT = 10_000;

    record Search(
            @Size(min = 1, max = 64) String network,

            @Contact @Description("Only this identifier, exactly and case-sensitively.") @Nullable @Size(max = 255)
            String identifierValue,

            @Default("1000") @Nullable @Min(1) @Max(MAX_LIMIT)
            Integer limit) {}

    record OfFan(
            long fanId,
            @Nullable @Size(max = 64) String network,
            @Contact @Nullable @Size(max = 255) String identifierValue) {}

    record One(
            long fanId,
            @Size(min = 1, max = 64) String network,
            @Contact @Size(min = 1, max = 255) String identifierValue) {

        /** Returns the value of a new identifier. One that is stored already is removed by its own spelling. */
        String newValue() {
            if (KeySpelling.hasControlInside(identifierValue)) {
                throw Problem.input("identifier_value", ErrorCode.FORMAT, "must not contain a control character");
            }
            return String.valueOf(
                    network.equals(IdentifierName.WRISTBAND)
                            ? KeySpelling.ofCode(identifierValue)
                            : KeySpelling.ofKey(identifierValue));
        }

        IdentifiersId identifiersId(Caller caller) {
            return new IdentifiersId(new FanId(caller.account(), fanId));
        }
    }

    private final Backend backend;

    IdentifiersController(Backend backend) {
        this.backend = backend;
    }

    @Description("Finds the fans with an identifier on a network")
    @GetMapping("/fan_identifiers")
    Mono<List<FanIdentifier>> search(Caller caller, @Params Search in) {
        int limit = in.limit() == null ? DEFAULT_LIMIT : in.limit();
        return backend.ask(caller, new SearchIdentifiers(caller.account(), in.network(), in.identifierValue(), limit));
    }

    @Description("Lists a fan's identifiers on other networks")
    @GetMapping("/fans/{fan_id}/identifiers")
    Mono<List<FanIdentifier>> findFanIdentifiers(Caller caller, @Params OfFan in) {
        return backend.ask(
                caller, new FindFanIdentifiers(caller.account(), in.fanId(), in.network(), in.identifierValue()));
    }

    @Description("Adds an identifier of a fan on a network")
    @PostMapping("/fans/{fan_id}/identifiers")
    Mono<Boolean> add(Caller caller, @Params One in) {
        return backend.send(caller, new AddIdentifier(in.identifiersId(caller), in.network(), in.newValue()))
                .thenReturn(true);
    }

    @Description("Removes an identifier of a fan on a network")
    @DeleteMapping("/fans/{fan_id}/identifiers")
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveIdentifier(in.identifiersId(caller), in.network(), in.identifierValue()))
                .thenReturn(true);
    }
}
