package encore.command.contacts.qrmails;

import encore.command.contacts.delivery.MessageDelivery;
import encore.command.contacts.delivery.OutgoingMessage;
import encore.infra.backend.qrcodes.QrCode;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.messages.CodeMessage;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.qrmails.QrMailCommand.DeliverQrMail;
import encore.kernel.qrmails.QrMailCommand.EndQrMail;
import encore.kernel.qrmails.QrMailCommand.ReadQrMail;
import encore.kernel.qrmails.QrMailEvent.QrMailRequested;
import encore.kernel.qrmails.QrMailState;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Sends a QR code once its request is recorded. If a later attempt may succeed, it refuses as UNAVAILABLE, so the automation
 * tries again. A day after the request nothing is sent any more.
 */
@Component
class DeliverQrMailHandler {

    static final Duration SENT_WITHIN = Duration.ofDays(1);

    private static final int PIXELS = 400;

    private final MessageDelivery delivery;

    DeliverQrMailHandler(MessageDelivery delivery) {
        this.delivery = delivery;
    }

    @CommandHandler
    QrMailState decide(DeliverQrMail command, Facts facts, Streams streams, Dispatch dispatch, Instant now) {
        QrMailRequested request = facts.eventAt(command.position(), QrMailRequested.class);
        if (request == null || request.email() == null || !streams.isOpen(command.fan())) {
            return new QrMailState(command.fanPointUid(), false);
        }
        if (!dispatch.send(new ReadQrMail(command.fan(), command.fanPointUid())).isOpen()) {
            return new QrMailState(command.fanPointUid(), false);
        }
        String to = request.email();
        DeliveryOutcome outcome = delivery.deliver(
                ContactKind.EMAIL,
                command.fanPointUid(),
                () -> message(request, to),
                command.requestedAt().plus(SENT_WITHIN),
                now);
        if (outcome == null) {
            throw new Refusal(Refusal.Kind.UNAVAILABLE, "not-delivered", "The mail is not delivered yet.");
        }
        return dispatch.sendLast(new EndQrMail(command.fan(), command.fanPointUid(), outcome));
    }

    private static OutgoingMessage message(QrMailRequested request, String to) {
        return new OutgoingMessage(
                request.fanPointUid(),
                to,
                CodeMessage.ofQrCode(request.title(), request.fanPointUid()),
                Objects.requireNonNull(QrCode.of(request.fanPointUid())).png(PIXELS));
    }
}
