package encore.command.contacts;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.contacts.ContactCommand.ForgetContact;
import encore.kernel.contacts.ContactCommand.ForgetContactsOfFan;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanCommand.ReadContacts;
import encore.kernel.fans.FanId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Forgets the contacts of a fan that is being erased, while its contacts can still be read. */
@Component
class ForgetContactsHandler {

    @CommandHandler
    FanId decide(ForgetContactsOfFan command, Claims claims, Streams streams, Dispatch dispatch) {
        ReadContacts.Contacts contacts = dispatch.send(new ReadContacts(command.fan()));
        Map<ContactKind, @Nullable String> values = new LinkedHashMap<>();
        values.put(ContactKind.EMAIL, contacts.email());
        values.put(ContactKind.PHONE, contacts.phone());
        values.forEach((kind, value) -> {
            ContactId contact = value == null
                    ? null
                    : ContactClaims.find(command.fan().account(), new ContactValue(kind, value), claims, streams);
            if (contact == null) {
                dispatch.skipStep();
            } else {
                dispatch.send(new ForgetContact(contact));
            }
        });
        return command.fan();
    }
}
