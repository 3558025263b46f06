package encore.api.portals;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.passwords.PasswordHasher;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.portals.PortalCommand.ChangePortal;
import encore.kernel.portals.PortalCommand.CreatePortal;
import encore.kernel.portals.PortalCommand.DeletePortal;
import encore.kernel.portals.PortalDetails;
import encore.kernel.portals.PortalId;
import encore.kernel.portals.PortalPassword;
import encore.kernel.portals.PortalQuery.FindPortal;
import encore.kernel.portals.PortalQuery.FindPortals;
import encore.kernel.portals.PortalUid;
import encore.kernel.portals.TemplatePortal;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Keeps the template portals of an account. */
@RestController
@Access(scope = "misc", area = Area.CONTENT, lock = SECRET)
@RequestMapping("/api/v1/template_portals")
class PortalsController {

    private static final String ONE = "/{portal_uid}";
    private static final int ROWS = 100;

    record One(@Size(max = 64) String portalUid) {}

    record Create(
            @NotBlank @Size(max = 255) String portalName,
            @NotBlank @Size(max = 128) String performanceGroupName,

            @Description("Opening the portal requires it. It is kept as a hash.") @Nullable
            String password) {

        PortalDetails details() {
            return new PortalDetails(portalName.strip(), performanceGroupName.strip());
        }
    }

    record Change(
            @Size(max = 64) String portalUid,
            @NotBlank @Size(max = 255) String portalName,
            @NotBlank @Size(max = 128) String performanceGroupName,

            @Description("Absent: the password stays. Empty: opening the portal requires none any more.") @Nullable
            String password,

            ClearedComponents cleared) {

        PortalDetails details() {
            return new PortalDetails(portalName.strip(), performanceGroupName.strip());
        }
    }

    private final Backend backend;
    private final PasswordHasher passwordHasher;

    PortalsController(Backend backend, PasswordHasher passwordHasher) {
        this.backend = backend;
        this.passwordHasher = passwordHasher;
    }

    @Description("Lists the template portals, oldest first")
    @GetMapping
    Flux<TemplatePortal> listPortals(Caller caller) {
        return Pages.all(after -> backend.ask(caller, new FindPortals(caller.account(), new NextKey(after, ROWS))));
    }

    @Description("Finds a template portal")
    @GetMapping(ONE)
    Mono<TemplatePortal> findPortal(Caller caller, @Params One in) {
        return backend.ask(caller, new FindPortal(caller.account(), in.portalUid()));
    }

    @Description("Creates a template portal")
    @PostMapping
    Mono<PortalUid> createPortal(Caller caller, @Params Create in) {
        var portal = new PortalId(caller.account(), Ids.uid());
        return passwordHasher
                .hash(in.password())
                .flatMap(hash -> backend.send(
                        caller, new CreatePortal(portal, in.details(), new PortalPassword(hash.orElse(null)))));
    }

    @Description("Changes a template portal")
    @PostMapping(ONE)
    Mono<PortalUid> changePortal(Caller caller, @Params Change in) {
        var portal = new PortalId(caller.account(), in.portalUid());
        boolean stays = in.password() == null && !in.cleared().contains("password");
        return passwordHasher
                .hash(in.password())
                .flatMap(hash -> backend.send(
                        caller,
                        new ChangePortal(portal, in.details(), stays ? null : new PortalPassword(hash.orElse(null)))));
    }

    @Description("Deletes a template portal with its templates")
    @DeleteMapping(ONE)
    Mono<Boolean> deletePortal(Caller caller, @Params One in) {
        return backend.send(caller, new DeletePortal(new PortalId(caller.account(), in.portalUid())))
                .thenReturn(true);
    }
}
