package encore.command.contacts;

import encore.command.contacts.delivery.MessageDelivery;
import encore.command.contacts.delivery.OutgoingMessage;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.contacts.CodeReference;
import encore.kernel.contacts.ContactCommand.DeliverCode;
import encore.kernel.contacts.ContactCommand.EndCodeDelivery;
import encore.kernel.contacts.ContactCommand.ReadDelivery;
import encore.kernel.contacts.ContactEvent.CodeRequested;
import encore.kernel.contacts.messages.CodeMessage;
import encore.kernel.contacts.messages.DeliveredCode;
import encore.kernel.contacts.messages.DeliveryOutcome;
import java.time.Duration;
import java.time.Instant;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Sends a code once its request is recorded. If a later attempt may succeed, it refuses as UNAVAILABLE, so the automation
 * tries again. Two minutes after the request nothing is sent any more. So a rebuild, a copied or restored log and a late
 * retry send nothing.
 */
@Component
class DeliverCodeHandler {

    static final Duration SENT_WITHIN = Duration.ofMinutes(2);

    private final LoginCodes codes;
    private final MessageDelivery delivery;

    DeliverCodeHandler(LoginCodes codes, MessageDelivery delivery) {
        this.codes = codes;
        this.delivery = delivery;
    }

    @CommandHandler
    DeliveredCode decide(DeliverCode command, Facts facts, Streams streams, Dispatch dispatch, Instant now) {
        CodeRequested request = facts.eventAt(command.position(), CodeRequested.class);
        if (request == null || request.value() == null || !streams.isOpen(command.contact())) {
            return new DeliveredCode(null, false);
        }
        Instant sendBefore = command.requestedAt().plus(SENT_WITHIN);
        String messageId = new CodeReference(command.position(), command.requestUid()).toString();
        // The outcome of an attempt is recorded, even if the fan used the code before that.
        if (now.isBefore(sendBefore)
                && !delivery.isBegun(messageId)
                && !dispatch.send(new ReadDelivery(command.contact(), command.requestUid()))
                        .isOpen()) {
            return new DeliveredCode(null, false);
        }
        String to = request.value();
        DeliveryOutcome outcome =
                delivery.deliver(request.kind(), messageId, () -> message(request, messageId, to), sendBefore, now);
        if (outcome == null) {
            throw new Refusal(Refusal.Kind.UNAVAILABLE, "not-delivered", "The message is not delivered yet.");
        }
        return dispatch.sendLast(new EndCodeDelivery(command.contact(), command.requestUid(), outcome));
    }

    private OutgoingMessage message(CodeRequested request, String messageId, String to) {
        String code = codes.codeOf(request.contact(), request.requestUid());
        return new OutgoingMessage(messageId, to, CodeMessage.of(request.kind(), request.senderName(), code));
    }
}
