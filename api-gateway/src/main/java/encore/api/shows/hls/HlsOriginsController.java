package encore.api.shows.hls;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.shows.hls.HlsOrigin;
import encore.kernel.shows.hls.HlsOriginCommand.AddHlsOrigin;
import encore.kernel.shows.hls.HlsOriginCommand.RemoveHlsOrigin;
import encore.kernel.shows.hls.HlsOriginsId;
import encore.kernel.shows.hls.HlsQuery.FindHlsOrigin;
import encore.kernel.shows.hls.HlsQuery.FindHlsOrigins;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Locale;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the hosts from which gateways may read HLS manifests. */
@RestController
@Access(scope = "manage", area = Area.LIVE, lock = SECRET)
@RequestMapping("/api/v1/manage/hls_origins")
class HlsOriginsController {

    private static final String ONE = "/{host}";
    private static final String HOST = "[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}\\]";

    record One(@Size(max = 255) String host) {

        String comparedHost() {
            return host.toLowerCase(Locale.ROOT);
        }
    }

    record AddOrigin(
            @Description("A name or an IP address, without a port. Case does not matter.")
            @NotBlank
            @Size(max = 253)
            @Pattern(regexp = HOST, message = "must be the name of a host or an IP address, IPv6 in brackets")
            String host) {}

    private final Backend backend;

    HlsOriginsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the hosts from which HLS manifests are read, in the order in which they were added")
    @GetMapping
    Mono<List<HlsOrigin>> all(Caller caller) {
        return backend.ask(caller, new FindHlsOrigins(caller.account()));
    }

    @Description("Finds a host from which HLS manifests are read")
    @GetMapping(ONE)
    Mono<HlsOrigin> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindHlsOrigin(caller.account(), in.comparedHost()));
    }

    @Description("Adds a host from which HLS manifests are read")
    @PostMapping
    Mono<HlsOrigin> add(Caller caller, @Params AddOrigin in) {
        var origin = new HlsOrigin(in.host().toLowerCase(Locale.ROOT));
        return backend.send(caller, new AddHlsOrigin(new HlsOriginsId(caller.account()), origin));
    }

    @Description("Removes a host from which HLS manifests are read")
    @DeleteMapping(ONE)
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveHlsOrigin(new HlsOriginsId(caller.account()), in.comparedHost()))
                .thenReturn(true);
    }
}
