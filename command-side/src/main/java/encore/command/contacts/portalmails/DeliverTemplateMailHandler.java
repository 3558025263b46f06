package encore.command.contacts.portalmails;

import encore.command.contacts.delivery.MessageDelivery;
import encore.command.contacts.delivery.OutgoingMessage;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.messages.CodeMessage;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.portals.PortalEvent;
import encore.kernel.portals.PortalEvent.TemplateAdded;
import encore.kernel.portals.PortalMail;
import encore.kernel.portals.PortalMailCommand.DeliverTemplateMail;
import encore.kernel.portals.PortalMailCommand.EndTemplateMail;
import encore.kernel.portals.PortalMailCommand.ReadTemplateMail;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Sends the mail of a template to one address. If a later attempt may succeed, it refuses as UNAVAILABLE, so the
 * automation tries again. A day after the template was added nothing is sent any more.
 */
@Component
class DeliverTemplateMailHandler {

    private static final Duration SENT_WITHIN = Duration.ofDays(1);
    private static final PortalMail NOTHING_TO_SEND = new PortalMail("", false);

    private final MessageDelivery delivery;

    DeliverTemplateMailHandler(MessageDelivery delivery) {
        this.delivery = delivery;
    }

    @CommandHandler
    PortalMail decide(DeliverTemplateMail command, Facts facts, Streams streams, Dispatch dispatch, Instant now) {
        TemplateAdded template = facts.eventAt(command.position(), TemplateAdded.class);
        List<String> emails = template == null ? List.of() : PortalEvent.emails(template.notificationEmails());
        if (template == null || emails.size() <= command.recipient() || !streams.isOpen(command.portal())) {
            return NOTHING_TO_SEND;
        }
        PortalMail mail =
                dispatch.send(new ReadTemplateMail(command.portal(), command.templateUid(), command.recipient()));
        if (!mail.isOpen()) {
            return NOTHING_TO_SEND;
        }
        String messageId = command.templateUid() + "-" + command.recipient();
        String to = emails.get(command.recipient());
        DeliveryOutcome outcome = delivery.deliver(
                ContactKind.EMAIL,
                messageId,
                () -> new OutgoingMessage(
                        messageId,
                        to,
                        CodeMessage.ofTemplate(mail.portalName(), String.valueOf(template.templateName()))),
                command.addedAt().plus(SENT_WITHIN),
                now);
        if (outcome == null) {
            throw new Refusal(Refusal.Kind.UNAVAILABLE, "not-delivered", "The mail is not delivered yet.");
        }
        return dispatch.sendLast(
                new EndTemplateMail(command.portal(), command.templateUid(), command.recipient(), outcome));
    }
}
