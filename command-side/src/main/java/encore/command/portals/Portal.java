package encore.command.portals;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.KnownMedia;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.SubjectKeys;
import encore.kernel.Refusal;
import encore.kernel.performances.PerformanceId;
import encore.kernel.portals.PortalCommand.AddTemplate;
import encore.kernel.portals.PortalCommand.ChangePortal;
import encore.kernel.portals.PortalCommand.CreatePortal;
import encore.kernel.portals.PortalCommand.DeletePortal;
import encore.kernel.portals.PortalCommand.NotePortalAccess;
import encore.kernel.portals.PortalCommand.ReadPortalPassword;
import encore.kernel.portals.PortalCommand.SetPortalEmails;
import encore.kernel.portals.PortalDetails;
import encore.kernel.portals.PortalEvent;
import encore.kernel.portals.PortalEvent.PortalChanged;
import encore.kernel.portals.PortalEvent.PortalCreated;
import encore.kernel.portals.PortalEvent.PortalDeleted;
import encore.kernel.portals.PortalEvent.PortalEmailsSet;
import encore.kernel.portals.PortalEvent.PortalOpened;
import encore.kernel.portals.PortalEvent.TemplateAdded;
import encore.kernel.portals.PortalEvent.TemplateMailEnded;
import encore.kernel.portals.PortalId;
import encore.kernel.portals.PortalMail;
import encore.kernel.portals.PortalMailCommand.EndTemplateMail;
import encore.kernel.portals.PortalMailCommand.ReadTemplateMail;
import encore.kernel.portals.PortalPassword;
import encore.kernel.portals.PortalUid;
import encore.kernel.portals.TemplateUid;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A template portal: a page of a group of performances, on which partners make templates. */
@Aggregate
class Portal {

    private static final int MAX_TEMPLATES = 1_000;
    private static final long SECONDS_OF_MINUTE = 60;

    @AggregateIdentifier
    private @Nullable PortalId id;

    private PortalDetails details = new PortalDetails("", "");
    private @Nullable String passwordHash;
    private List<String> emails = List.of();
    private long openedIn;
    private int templates;

    /** The mails that have to be sent still. */
    private Set<String> openMails = new HashSet<>();

    Portal() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PortalUid decide(CreatePortal command, SubjectKeys keys) {
        theUidIsFree();
        keys.create(command.portal());
        apply(new PortalCreated(
                command.portal(), command.details(), command.password().passwordHash()));
        return new PortalUid(command.portal().uid());
    }

    @CommandHandler
    PortalUid decide(ChangePortal command) {
        String hash =
                command.password() == null ? passwordHash : command.password().passwordHash();
        if (!command.details().equals(details) || !Objects.equals(hash, passwordHash)) {
            apply(new PortalChanged(command.portal(), command.details(), hash));
        }
        return new PortalUid(command.portal().uid());
    }

    @CommandHandler
    PortalUid decide(SetPortalEmails command) {
        if (!command.notificationEmails().equals(emails)) {
            apply(new PortalEmailsSet(command.portal(), PortalEvent.joined(command.notificationEmails())));
        }
        return new PortalUid(command.portal().uid());
    }

    @CommandHandler
    PortalUid decide(NotePortalAccess command, Instant now) {
        long minute = now.getEpochSecond() / SECONDS_OF_MINUTE;
        if (minute > openedIn) {
            apply(new PortalOpened(command.portal(), minute));
        }
        return new PortalUid(command.portal().uid());
    }

    @CommandHandler
    PortalPassword decide(ReadPortalPassword command) {
        return new PortalPassword(passwordHash);
    }

    @CommandHandler
    TemplateUid decide(AddTemplate command, Streams streams) {
        long account = command.portal().account();
        if (command.performanceUid() != null) {
            streams.mustBeOpen(new PerformanceId(account, command.performanceUid()), "performance_uid");
        }
        KnownMedia.mustExist(account, command.mediaUid(), null, streams);
        thereIsRoomForATemplate();
        apply(new TemplateAdded(
                command.portal(),
                command.templateUid(),
                command.templateName(),
                command.performanceUid(),
                command.mediaUid() == null ? null : command.mediaUid().toString(),
                PortalEvent.joined(emails)));
        return new TemplateUid(command.templateUid());
    }

    @CommandHandler
    PortalUid decide(DeletePortal command) {
        apply(new PortalDeleted(command.portal()));
        return new PortalUid(command.portal().uid());
    }

    @CommandHandler
    PortalMail decide(ReadTemplateMail command) {
        return mail(command.templateUid(), command.recipient());
    }

    @CommandHandler
    PortalMail decide(EndTemplateMail command) {
        if (mail(command.templateUid(), command.recipient()).isOpen()) {
            apply(new TemplateMailEnded(
                    command.portal(), command.templateUid(), command.recipient(), command.outcome()));
        }
        return mail(command.templateUid(), command.recipient());
    }

    private PortalMail mail(String templateUid, int recipient) {
        return new PortalMail(details.portalName(), openMails.contains(key(templateUid, recipient)));
    }

    private static String key(String templateUid, int recipient) {
        return templateUid + "/" + recipient;
    }

    private void theUidIsFree() {
        if (id != null) {
            throw new Refusal(CONFLICT, "uid-taken", "Another portal has this uid; try again.");
        }
    }

    private void thereIsRoomForATemplate() {
        if (templates >= MAX_TEMPLATES) {
            throw new Refusal(RULE, "too-many-templates", "template_name", "A portal has at most 1000 templates.");
        }
    }

    @EventSourcingHandler
    void evolve(PortalCreated event) {
        id = event.portal();
        details = event.details();
        passwordHash = event.passwordHash();
    }

    @EventSourcingHandler
    void evolve(PortalChanged event) {
        details = event.details();
        passwordHash = event.passwordHash();
    }

    @EventSourcingHandler
    void evolve(PortalEmailsSet event) {
        emails = PortalEvent.emails(event.notificationEmails());
    }

    @EventSourcingHandler
    void evolve(PortalOpened event) {
        openedIn = event.minute();
    }

    @EventSourcingHandler
    void evolve(TemplateAdded event) {
        templates++;
        int recipients = PortalEvent.emails(event.notificationEmails()).size();
        for (int recipient = 0; recipient < recipients; recipient++) {
            openMails.add(key(event.templateUid(), recipient));
        }
    }

    @EventSourcingHandler
    void evolve(TemplateMailEnded event) {
        openMails.remove(key(event.templateUid(), event.recipient()));
    }
}
