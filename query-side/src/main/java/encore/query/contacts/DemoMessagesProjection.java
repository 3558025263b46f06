package encore.query.contacts;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.contacts.CodeReference;
import encore.kernel.contacts.ContactEvent.CodeDeliveryEnded;
import encore.kernel.contacts.ContactEvent.CodeRequested;
import encore.kernel.contacts.ContactEvent.ContactForgotten;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.messages.CodeMessage;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.contacts.messages.DemoMessage;
import encore.kernel.contacts.messages.LoginCode;
import encore.kernel.contacts.messages.MessagesQuery.FindDemoMessages;
import encore.kernel.paging.Page;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Keeps the messages that the demo shows instead of sending them, the last 20 of each contact. Documents contain no code:
 * it is computed for each answer.
 */
@Component
class DemoMessagesProjection implements Projection {

    private static final int MOST_OF_CONTACT = 20;

    private static final Collection<StoredMessage> MESSAGES =
            Collection.of("demo_messages", StoredMessage.class, Index.on("account"));

    private static final Collection<OfContact> OF_CONTACTS = Collection.of("messages_of_contacts", OfContact.class);

    private static final Keyset<StoredMessage> NEWEST_FIRST =
            Keyset.byKey(MESSAGES).descending();

    private final KeyStore keys;

    DemoMessagesProjection(KeyStore keys) {
        this.keys = keys;
    }

    /** A message without its code, which follows from the contact and the request. */
    record StoredMessage(
            long account,
            long position,
            ContactId contact,
            String requestUid,
            ContactKind kind,
            String value,
            String senderName,
            Instant at) {

        DemoMessage toDemoMessage(byte[] secret) {
            CodeMessage message = CodeMessage.of(
                    kind, senderName, LoginCode.of(secret, contact, requestUid).digits());
            return new DemoMessage(
                    kind,
                    value,
                    message.subject(),
                    message.text(),
                    new CodeReference(position, requestUid).toString(),
                    at);
        }

        String key() {
            return Keyset.key(position);
        }
    }

    /**
     * The messages of one contact.
     *
     * @param waiting messages whose delivery has not ended
     * @param shown the keys of messages that are shown, oldest first
     */
    record OfContact(List<StoredMessage> waiting, List<String> shown) {

        static final OfContact NONE = new OfContact(List.of(), List.of());

        OfContact {
            waiting = List.copyOf(waiting);
            shown = List.copyOf(shown);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("demo_messages", List.of(MESSAGES, OF_CONTACTS));
    }

    @EventHandler
    void on(CodeRequested event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (event.value() == null) {
            return;
        }
        StoredMessage message = new StoredMessage(
                event.contact().account(),
                recordedEvent.position(),
                event.contact(),
                event.requestUid(),
                event.kind(),
                event.value(),
                event.senderName(),
                recordedEvent.at());
        OfContact before = of(event.contact(), documents);
        List<StoredMessage> waiting = without(before.waiting(), event.requestUid());
        waiting.add(message);
        put(event.contact(), new OfContact(waiting, before.shown()), documents);
    }

    @EventHandler
    void on(CodeDeliveryEnded event, Documents.Batch documents) {
        OfContact before = of(event.contact(), documents);
        List<String> shown = new ArrayList<>(before.shown());
        for (StoredMessage message : before.waiting()) {
            if (message.requestUid().equals(event.requestUid()) && event.outcome() == DeliveryOutcome.SHOWN) {
                documents.put(MESSAGES, message.key(), message);
                shown.add(message.key());
            }
        }
        while (shown.size() > MOST_OF_CONTACT) {
            documents.remove(MESSAGES, shown.removeFirst());
        }
        put(event.contact(), new OfContact(without(before.waiting(), event.requestUid()), shown), documents);
    }

    @EventHandler
    void on(ContactForgotten event, Documents.Batch documents) {
        of(event.contact(), documents).shown().forEach(key -> documents.remove(MESSAGES, key));
        documents.remove(OF_CONTACTS, event.contact().toString());
    }

    private static OfContact of(ContactId contact, Documents documents) {
        OfContact known = documents.get(OF_CONTACTS, contact.toString());
        return known == null ? OfContact.NONE : known;
    }

    private static void put(ContactId contact, OfContact after, Documents.Batch documents) {
        if (after.equals(OfContact.NONE)) {
            documents.remove(OF_CONTACTS, contact.toString());
        } else {
            documents.put(OF_CONTACTS, contact.toString(), after);
        }
    }

    private static List<StoredMessage> without(List<StoredMessage> messages, String requestUid) {
        List<StoredMessage> others = new ArrayList<>(messages);
        others.removeIf(message -> message.requestUid().equals(requestUid));
        return others;
    }

    @QueryHandler
    Page<DemoMessage> find(FindDemoMessages query, Documents documents) {
        byte[] secret = keys.installationSecret(LoginCode.SECRET);
        return NEWEST_FIRST
                .page(documents, Where.equal("account", query.account()), query.paging())
                .map(message -> message.toDemoMessage(secret));
    }
}
