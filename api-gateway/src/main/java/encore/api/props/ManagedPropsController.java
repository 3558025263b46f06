package encore.api.props;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.accounts.AccountId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.props.Prop;
import encore.kernel.props.PropCommand.RemoveNamedProp;
import encore.kernel.props.PropQuery.FindProps;
import jakarta.validation.constraints.Size;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Manages the values that the account stores under names. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/manage/props")
class ManagedPropsController {

    private static final int ROWS = 100;

    record One(@Size(max = 128) String propName) {}

    private final Backend backend;

    ManagedPropsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the values under their names, oldest first")
    @GetMapping
    Flux<Prop> listProps(Caller caller) {
        return Pages.<Prop>all(after -> backend.ask(caller, new FindProps(caller.account(), new NextKey(after, ROWS))))
                .map(prop -> new Prop(
                        prop.propName(),
                        SentValue.of(prop.props()),
                        prop.creationTimestamp(),
                        prop.lastUpdateTimestamp()));
    }

    @Description("Removes the value of a name, and destroys the key of all values that it had")
    @DeleteMapping("/{prop_name}")
    Mono<Boolean> removeProp(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveNamedProp(new AccountId(caller.account()), in.propName()))
                .map(removed -> {
                    if (removed.propUid() == null) {
                        throw Problem.unknown();
                    }
                    return true;
                });
    }
}
