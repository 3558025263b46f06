package encore.command.contacts;

import encore.command.contacts.delivery.MessageChannels;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.contacts.ContactCommand.CountLookUp;
import encore.kernel.contacts.ContactCommand.CountPasswordTry;
import encore.kernel.contacts.ContactCommand.NoteRegistration;
import encore.kernel.contacts.ContactCommand.OpenCodeRequest;
import encore.kernel.contacts.ContactCommand.RecordLookUp;
import encore.kernel.contacts.ContactCommand.RecordPasswordTry;
import encore.kernel.contacts.ContactCommand.RecordUnprovenRegistration;
import encore.kernel.contacts.ContactCommand.RequestCode;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.CountedTry;
import encore.kernel.contacts.RequestedCode;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Finds the stream of the contact that a command names. An unknown contact gets one with its first event. */
@Component
class ContactHandler {

    private final MessageChannels channels;

    ContactHandler(MessageChannels channels) {
        this.channels = channels;
    }

    @CommandHandler
    RequestedCode decide(RequestCode command, Claims claims, Streams streams, Dispatch dispatch) {
        channels.requireChannel(command.name().kind());
        ContactId contact = ContactClaims.findOrNew(command, claims, streams);
        return dispatch.sendLast(new OpenCodeRequest(
                contact, command.name(), command.requestUid(), command.callerNetwork(), command.senderName()));
    }

    @CommandHandler
    CountedTry decide(RecordLookUp command, Claims claims, Streams streams, Dispatch dispatch) {
        return dispatch.sendLast(new CountLookUp(ContactClaims.findOrNew(command, claims, streams), command.name()));
    }

    @CommandHandler
    ContactId decide(RecordUnprovenRegistration command, Claims claims, Streams streams, Dispatch dispatch) {
        return dispatch.sendLast(
                new NoteRegistration(ContactClaims.findOrNew(command, claims, streams), command.name()));
    }

    @CommandHandler
    CountedTry decide(RecordPasswordTry command, Claims claims, Streams streams, Dispatch dispatch) {
        ContactId contact = ContactClaims.find(command.contact().account(), command.name(), claims, streams);
        if (contact == null && command.isRight()) {
            return new CountedTry(null);
        }
        return dispatch.sendLast(
                new CountPasswordTry(contact == null ? command.contact() : contact, command.name(), command.isRight()));
    }
}
