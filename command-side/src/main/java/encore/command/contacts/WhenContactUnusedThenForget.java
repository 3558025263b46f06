package encore.command.contacts;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.StreamId;
import encore.kernel.contacts.ContactCommand.ForgetUnusedContact;
import encore.kernel.contacts.ContactEvent.CodeRequested;
import encore.kernel.contacts.ContactEvent.ContactForgotten;
import encore.kernel.contacts.ContactEvent.ContactKept;
import encore.kernel.contacts.ContactEvent.LookUpRecorded;
import encore.kernel.contacts.ContactEvent.WrongPasswordGiven;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Has contacts forgotten that no fan has, 7 days after their last code or wrong password, or after the first look-up. The
 * contact's stream decides. If a fan has the contact, no more timers are set for it until the fan's contacts change: then
 * it has 7 days again.
 */
@Component
class WhenContactUnusedThenForget implements Automation {

    /**
     * The time after which a contact is looked at. A node's clock may be behind the stamp of the event that set the
     * timer, and a contact that counts as used is not looked at a second time.
     */
    static final Duration LOOKED_AT_AFTER = Contact.KEPT_UNUSED.plusMinutes(1);

    /** More than a fan gives up within 7 days. */
    private static final int MAX_CONTACTS = 1_000;

    /** The fan that has a contact; its key is the contact. */
    record KeptContact(FanId fan) {}

    /** A contact of a fan; its key is the fan and the contact. */
    record ContactOfFan(ContactId contact, ContactKind kind) {}

    @Override
    public Reactions reactions() {
        return Reactions.of(ForgetUnusedContact.class)
                .keeping(KeptContact.class, ContactOfFan.class)
                .on(CodeRequested.class, (event, at, process) -> used(event.contact(), at.at(), process))
                .on(WrongPasswordGiven.class, (event, at, process) -> used(event.contact(), at.at(), process))
                .on(LookUpRecorded.class, (event, at, process) -> lookedUp(event.contact(), at.at(), process))
                .on(ContactKept.class, this::kept)
                .on(ContactForgotten.class, this::forgotten)
                .on(FanProfileChanged.class, this::changed)
                .on(FanErased.class, (event, at, process) -> {
                    for (ContactOfFan each : contactsOf(event.fan(), process)) {
                        lookAtLater(each.contact(), at.at(), process);
                    }
                })
                .onTimer((due, process) ->
                        process.send(new ForgetUnusedContact(StreamId.parse(ContactId.class, due.key()))));
    }

    private static void used(ContactId contact, Instant at, ProcessContext process) {
        boolean isWaiting = process.timer(contact.toString()) != null;
        if (isWaiting || process.get(KeptContact.class, contact.toString()) == null) {
            lookAtLater(contact, at, process);
        }
    }

    private static void lookedUp(ContactId contact, Instant at, ProcessContext process) {
        if (process.timer(contact.toString()) == null) {
            used(contact, at, process);
        }
    }

    private static void lookAtLater(ContactId contact, Instant at, ProcessContext process) {
        process.at(at.plus(LOOKED_AT_AFTER), contact.toString());
    }

    /** Looks once more: the fan may have changed its contacts while the contact's stream decided. */
    private void kept(ContactKept event, RecordedEvent recordedEvent, ProcessContext process) {
        remove(event.contact(), process);
        process.put(event.contact().toString(), new KeptContact(event.fan()));
        process.put(key(event.fan(), event.contact()), new ContactOfFan(event.contact(), event.kind()));
        lookAtLater(event.contact(), recordedEvent.at(), process);
    }

    private void forgotten(ContactForgotten event, RecordedEvent recordedEvent, ProcessContext process) {
        remove(event.contact(), process);
        process.cancel(event.contact().toString());
    }

    private void changed(FanProfileChanged event, RecordedEvent recordedEvent, ProcessContext process) {
        boolean isEmail = isChanged(event, "email", event.changes().email());
        boolean isPhone = isChanged(event, "phone", event.changes().phone());
        if (isEmail || isPhone) {
            for (ContactOfFan each : contactsOf(event.fan(), process)) {
                if (each.kind() == ContactKind.EMAIL ? isEmail : isPhone) {
                    lookAtLater(each.contact(), recordedEvent.at(), process);
                }
            }
        }
    }

    private static boolean isChanged(FanProfileChanged event, String component, @Nullable String value) {
        return value != null || event.cleared() != null && event.cleared().contains(component);
    }

    private static void remove(ContactId contact, ProcessContext process) {
        KeptContact kept = process.get(KeptContact.class, contact.toString());
        if (kept != null) {
            process.remove(KeptContact.class, contact.toString());
            process.remove(ContactOfFan.class, key(kept.fan(), contact));
        }
    }

    private static List<ContactOfFan> contactsOf(FanId fan, ProcessContext process) {
        return process.list(ContactOfFan.class, fan + "/", null, MAX_CONTACTS).stream()
                .map(ProcessContext.KeyedDocument::document)
                .toList();
    }

    private static String key(FanId fan, ContactId contact) {
        return fan + "/" + contact;
    }
}
