package encore.command.contacts.personmails;

import encore.command.contacts.delivery.MessageChannels;
import encore.command.contacts.delivery.MessageDelivery;
import encore.command.contacts.delivery.OutgoingMessage;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.keys.KeyStore;
import encore.kernel.Refusal;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.messages.CodeMessage;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.people.links.LinkMail;
import encore.kernel.people.links.LinkPlace;
import encore.kernel.people.links.LinkPurpose;
import encore.kernel.people.links.MadeLink;
import encore.kernel.people.links.PersonLink;
import encore.kernel.people.signin.PeopleSecrets;
import encore.kernel.people.signin.PersonCommand.DeliverLinkMail;
import encore.kernel.people.signin.PersonCommand.EndLinkMail;
import encore.kernel.people.signin.PersonCommand.MakeLink;
import encore.kernel.people.signin.PersonCommand.ReadLinkMail;
import encore.kernel.people.signin.PersonCommand.ReadPerson;
import encore.kernel.people.signin.PersonCommand.RecordLink;
import encore.kernel.people.signin.PersonEvent.PersonLinkMade;
import java.time.Duration;
import java.time.Instant;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Makes links, and sends them. If a later attempt may succeed, it refuses as UNAVAILABLE, so the automation tries again. An
 * hour after the link was made nothing is sent any more.
 */
@Component
class LinkMailHandler {

    private static final Duration SENT_WITHIN = Duration.ofHours(1);
    private static final LinkMail NOTHING_TO_SEND = new LinkMail(false);

    private final MessageDelivery delivery;
    private final MessageChannels channels;
    private final PeopleSecrets secrets;

    LinkMailHandler(MessageDelivery delivery, MessageChannels channels, KeyStore keys) {
        this.delivery = delivery;
        this.channels = channels;
        this.secrets = new PeopleSecrets(keys.installationSecret(PeopleSecrets.SECRET));
    }

    @CommandHandler
    MadeLink decide(MakeLink command, Dispatch dispatch) {
        String address =
                channels.hasChannel(ContactKind.EMAIL) ? command.place().address() : null;
        return dispatch.sendLast(new RecordLink(
                command.person(),
                command.purpose(),
                new LinkPlace(address, command.place().senderName())));
    }

    @CommandHandler
    LinkMail decide(DeliverLinkMail command, Facts facts, Streams streams, Dispatch dispatch, Instant now) {
        PersonLinkMade made = facts.eventAt(command.position(), PersonLinkMade.class);
        String address = made == null ? null : made.address();
        if (made == null || address == null || !streams.isOpen(command.person())) {
            return NOTHING_TO_SEND;
        }
        String to = dispatch.send(new ReadPerson(command.person())).email();
        if (to == null
                || !dispatch.send(new ReadLinkMail(command.person(), command.generation()))
                        .isOpen()) {
            return NOTHING_TO_SEND;
        }
        String messageId = command.person().uid() + "-" + command.generation();
        DeliveryOutcome outcome = delivery.deliver(
                ContactKind.EMAIL,
                messageId,
                () -> new OutgoingMessage(messageId, to, message(made, address)),
                command.madeAt().plus(SENT_WITHIN),
                now);
        if (outcome == null) {
            throw new Refusal(Refusal.Kind.UNAVAILABLE, "not-delivered", "The mail is not delivered yet.");
        }
        return dispatch.sendLast(new EndLinkMail(command.person(), command.generation(), outcome));
    }

    private CodeMessage message(PersonLinkMade made, String address) {
        PersonLink link =
                new PersonLink(made.person(), made.generation(), secrets.token(made.person(), made.generation()));
        return made.purpose() == LinkPurpose.INVITATION
                ? CodeMessage.ofInvitation(made.senderName(), link.url(address))
                : CodeMessage.ofForgottenPassword(made.senderName(), link.url(address));
    }
}
