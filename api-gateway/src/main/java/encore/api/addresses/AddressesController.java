package encore.api.addresses;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.keys.KeyRegistry;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.addresses.AddressCommand.ForgetAddress;
import encore.kernel.addresses.AddressCommand.MonitorAddress;
import encore.kernel.addresses.AddressQuery.FindMonitoredAddresses;
import encore.kernel.addresses.AddressesId;
import encore.kernel.addresses.MonitoredAddress;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
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

/**
 * Manages the IP addresses that an account monitors. Banned callers may use it too, to undo a ban of their own address.
 */
@RestController
@Access(scope = "crm", area = Area.MODERATION, lock = SECRET, evenBanned = true)
@RequestMapping("/api/v1/crm/monitored_ip_addresses")
class AddressesController {

    record Entry(
            @Description(
                    "An address, or a network such as 10.0.0.0/8; the shortest prefix is /8 in IPv4 and /16 in IPv6.")
            @Format(Format.IP_NETWORK)
            @NotBlank
            @Size(max = 64)
            String ipAddress,

            @Description("True bans the address. False exempts it from the ban of a wider network.")
            boolean isBlocked,

            @Description("Limits the entry to calls that name this campaign.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long pageTabId) {}

    /** The answer to a change. */
    record Monitored(@Nullable Long pageTabId, String ipAddress) {}

    private final Backend backend;
    private final KeyRegistry keyRegistry;

    AddressesController(Backend backend, KeyRegistry keyRegistry) {
        this.backend = backend;
        this.keyRegistry = keyRegistry;
    }

    @Description("Lists the monitored addresses, oldest first")
    @GetMapping
    Mono<List<MonitoredAddress>> all(Caller caller) {
        return backend.ask(caller, new FindMonitoredAddresses(caller.account()));
    }

    @Description("Bans or exempts an address or a network, on every gateway within a second")
    @PostMapping
    Mono<Monitored> monitor(Caller caller, @Params Entry in) {
        String network = IpNetworkParser.parse(in.ipAddress());
        var command = new MonitorAddress(
                new AddressesId(caller.account()), Ids.uid(), network, in.pageTabId(), in.isBlocked());
        return backend.send(caller, command)
                .flatMap(entry -> keyRegistry.whenMonitored(caller.account(), String.valueOf(entry.uid())))
                .thenReturn(new Monitored(in.pageTabId(), network));
    }

    @Description("Removes an entry; an opposite entry for the same address stays")
    @DeleteMapping
    Mono<Boolean> forget(Caller caller, @Params Entry in) {
        var command = new ForgetAddress(
                new AddressesId(caller.account()),
                IpNetworkParser.parse(in.ipAddress()),
                in.pageTabId(),
                in.isBlocked());
        return backend.send(caller, command)
                .flatMap(entry -> keyRegistry.whenNotMonitored(caller.account(), String.valueOf(entry.uid())))
                .thenReturn(true);
    }
}
