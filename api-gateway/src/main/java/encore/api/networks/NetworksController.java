package encore.api.networks;

import static encore.api.access.Lock.KEY;
import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkCategory;
import encore.kernel.networks.NetworkCommand.AddNetwork;
import encore.kernel.networks.NetworkCommand.ChangeNetwork;
import encore.kernel.networks.NetworkCommand.RemoveNetwork;
import encore.kernel.networks.NetworkQuery.FindNetworks;
import encore.kernel.networks.NetworkQuery.FindOwnNetwork;
import encore.kernel.networks.NetworkQuery.FindOwnNetworks;
import encore.kernel.networks.NetworksId;
import encore.kernel.people.Area;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists all networks, and manages the networks that an account adds. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1")
class NetworksController {

    private static final String OWN = "/manage/networks";
    private static final String ONE = OWN + "/{network}";

    record Find(
            @Description("Only networks of this kind.") @Nullable
            NetworkCategory category) {}

    record One(@Size(max = 255) String network) {}

    record Save(
            @NotBlank @Size(max = 255) String network,
            @Nullable String description,

            @Description("They replace the earlier ones.") @Nullable
            List<NetworkCategory> categories,

            ClearedComponents cleared) {

        Network asNetwork() {
            return new Network(network, description, categories);
        }
    }

    private final Backend backend;

    NetworksController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the networks: the built-in ones, then the account's own, oldest first")
    @Access(lock = KEY)
    @GetMapping("/networks")
    Mono<List<Network>> all(Caller caller, @Params Find in) {
        return backend.ask(caller, new FindNetworks(caller.account(), in.category()));
    }

    @Description("Lists the account's own networks, oldest first")
    @GetMapping(OWN)
    Mono<List<Network>> listOwnNetworks(Caller caller) {
        return backend.ask(caller, new FindOwnNetworks(caller.account()));
    }

    @Description("Finds one of the account's own networks")
    @GetMapping(ONE)
    Mono<Network> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindOwnNetwork(caller.account(), in.network()));
    }

    @Description("Adds a network")
    @PostMapping(OWN)
    Mono<Network> add(Caller caller, @Params Save in) {
        return backend.send(caller, new AddNetwork(new NetworksId(caller.account()), in.asNetwork()));
    }

    @Description("Changes one of the account's own networks")
    @PostMapping(ONE)
    Mono<Network> change(Caller caller, @Params Save in) {
        return backend.send(
                caller,
                new ChangeNetwork(new NetworksId(caller.account()), in.cleared().toPatch(in.asNetwork())));
    }

    @Description("Removes one of the account's own networks")
    @DeleteMapping(ONE)
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveNetwork(new NetworksId(caller.account()), in.network()))
                .thenReturn(true);
    }
}
