package encore.api.trackers;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Refusal;
import encore.kernel.people.Area;
import encore.kernel.trackers.TrackersId;
import encore.kernel.trackers.domains.TrackerDomain;
import encore.kernel.trackers.domains.TrackerDomainCommand.AddTrackerDomain;
import encore.kernel.trackers.domains.TrackerDomainCommand.RemoveTrackerDomain;
import encore.kernel.trackers.domains.TrackerDomainId;
import encore.kernel.trackers.domains.TrackerDomainQuery.FindTrackerDomain;
import encore.kernel.trackers.domains.TrackerDomainQuery.FindTrackerDomains;
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

/** Manages the domains on which the short links of an account answer. */
@RestController
@Access(scope = "manage", area = Area.CAMPAIGNS, lock = SECRET)
@RequestMapping("/api/v1/manage/tracker_domains")
class TrackerDomainsController {

    private static final String ONE = "/{virtual_domain}";
    private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final String HOST = LABEL + "(?:\\." + LABEL + ")*";

    record Add(
            @Description("The name of a host, without a port.")
            @NotBlank
            @Size(max = 253)
            @Pattern(regexp = HOST, message = "must be the name of a host")
            String virtualDomain) {}

    record One(@Size(max = 253) String virtualDomain) {

        String stored() {
            return virtualDomain.toLowerCase(Locale.ROOT);
        }
    }

    private final Backend backend;
    private final PublicHosts hosts;

    TrackerDomainsController(Backend backend, PublicHosts hosts) {
        this.backend = backend;
        this.hosts = hosts;
    }

    @Description("Lists the account's domains for trackers, oldest first")
    @GetMapping
    Mono<List<TrackerDomain>> all(Caller caller) {
        return backend.ask(caller, new FindTrackerDomains(caller.account()));
    }

    @Description("Finds one of the account's domains for trackers")
    @GetMapping(ONE)
    Mono<TrackerDomain> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindTrackerDomain(caller.account(), in.stored()));
    }

    @Description("Adds a domain, which belongs to the first account that adds it")
    @PostMapping
    Mono<TrackerDomain> add(Caller caller, @Params Add in) {
        String domain = hosts.stored(in.virtualDomain());
        if (domain == null) {
            throw new Refusal(
                    Refusal.Kind.RULE, "domain-taken", "virtual_domain", "The public host serves every account.");
        }
        var id = new TrackerDomainId(caller.account(), Ids.uid());
        return backend.save(caller, new AddTrackerDomain(new TrackersId(caller.account()), id, domain));
    }

    @Description("Removes a domain that no tracker uses")
    @DeleteMapping(ONE)
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveTrackerDomain(new TrackersId(caller.account()), in.stored()))
                .thenReturn(true);
    }
}
