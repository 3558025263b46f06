package encore.api.portals;

import static encore.api.access.Lock.SECRET;
import static encore.api.input.OptionalText.blankToNull;

import encore.api.access.Access;
import encore.api.contacts.Contacts;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.problems.Ids;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.portals.OpenedPortal;
import encore.kernel.portals.PortalCommand.AddTemplate;
import encore.kernel.portals.PortalCommand.SetPortalEmails;
import encore.kernel.portals.PortalId;
import encore.kernel.portals.PortalQuery.FindPortals;
import encore.kernel.portals.PortalQuery.FindTemplates;
import encore.kernel.portals.PortalTemplate;
import encore.kernel.portals.TemplatePortal;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages what happens on template portals: openings, templates, and the addresses that get mail about templates. */
@RestController
@Access(scope = "manage", area = Area.CONTENT, lock = SECRET)
@RequestMapping("/api/v1/manage/template_portals")
class ManagedPortalsController {

    private static final int ROWS = 500;
    private static final String ONE = "/{portal_uid}";

    private static final int MAX_EMAILS = 20;

    record One(@Size(max = 64) String portalUid) {}

    record Emails(
            @Size(max = 64) String portalUid,

            @Description("Addresses that get a mail for each new template. They replace the earlier ones.")
            @Size(max = MAX_EMAILS)
            List<@Size(max = 255) String> notificationEmails) {

        SetPortalEmails command(long account) {
            return new SetPortalEmails(
                    new PortalId(account, portalUid),
                    notificationEmails.stream()
                            .map(email -> Contacts.email(email, "notification_emails"))
                            .filter(Objects::nonNull)
                            .filter(email -> !email.isEmpty())
                            .distinct()
                            .toList());
        }
    }

    record Open(
            @Size(max = 64) String portalUid,

            @Description("The password of the portal, if it has one.") @Nullable
            String password) {}

    record Template(
            @Size(max = 64) String portalUid,
            @NotBlank @Size(max = 255) String templateName,
            @Nullable @Size(max = 64) String performanceUid,
            @Nullable UUID mediaUid) {

        AddTemplate command(long account) {
            return new AddTemplate(
                    new PortalId(account, portalUid),
                    Ids.uid(),
                    templateName.strip(),
                    blankToNull(performanceUid),
                    mediaUid);
        }
    }

    private final Backend backend;
    private final PortalAccess portalAccess;

    ManagedPortalsController(Backend backend, PortalAccess portalAccess) {
        this.backend = backend;
        this.portalAccess = portalAccess;
    }

    @Description("Lists the template portals, oldest first")
    @GetMapping
    ListOrPage<TemplatePortal> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(ROWS, page -> backend.ask(caller, new FindPortals(caller.account(), page)));
    }

    @Description("Sets the addresses that get a mail for each new template")
    @PostMapping(ONE)
    Mono<TemplatePortal> changePortalEmails(Caller caller, @Params Emails in) {
        return backend.save(caller, in.command(caller.account()));
    }

    @Description("Opens a template portal: answers it with the performances of its group")
    @PostMapping(ONE + "/access")
    Mono<OpenedPortal> openPortal(Caller caller, @Params Open in) {
        return portalAccess.open(caller, new PortalId(caller.account(), in.portalUid()), in.password());
    }

    @Description("Lists the templates of a portal, oldest first")
    @GetMapping(ONE + "/templates")
    Mono<List<PortalTemplate>> listTemplates(Caller caller, @Params One in) {
        return backend.ask(caller, new FindTemplates(caller.account(), in.portalUid()));
    }

    @Description("Adds a template to a portal, and mails its addresses")
    @PostMapping(ONE + "/templates")
    Mono<PortalTemplate> addTemplate(Caller caller, @Params Template in) {
        return backend.save(caller, in.command(caller.account()));
    }
}
