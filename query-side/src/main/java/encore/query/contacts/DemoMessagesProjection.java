package encore.query.contacts;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.StreamId;
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
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.paging.Page;
import encore.kernel.people.PersonId;
import encore.kernel.people.links.LinkPurpose;
import encore.kernel.people.links.PersonLink;
import encore.kernel.people.signin.PeopleSecrets;
import encore.kernel.people.signin.PersonEvent.PersonErased;
import encore.kernel.people.signin.PersonEvent.PersonLinkMade;
import encore.kernel.people.signin.PersonEvent.PersonLinkMailEnded;
import encore.kernel.people.signin.PersonEvent.PersonRecorded;
import encore.kernel.portals.PortalDetails;
import encore.kernel.portals.PortalEvent;
import encore.kernel.portals.PortalEvent.PortalChanged;
import encore.kernel.portals.PortalEvent.PortalCreated;
import encore.kernel.portals.PortalEvent.PortalDeleted;
import encore.kernel.portals.PortalEvent.TemplateAdded;
import encore.kernel.portals.PortalEvent.TemplateMailEnded;
import encore.kernel.portals.PortalId;
import encore.kernel.qrmails.QrMailEvent.QrMailEnded;
import encore.kernel.qrmails.QrMailEvent.QrMailRequested;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps the messages that the demo shows instead of sending them: the last 20 of each contact, of each fan that is
 * mailed QR codes, of each portal that mails its templates, and of each person who gets links. Documents contain no login
 * code and no link: they are computed for each answer.
 */
@Component
class DemoMessagesProjection implements Projection {

    private static final int MAX_OF_CONTACT = 20;

    /** Stands in for a link that only those see who look after the account's people. */
    private static final String HIDDEN = "(only those who look after people see the link)";

    private static final Collection<StoredMessage> MESSAGES =
            Collection.of("demo_messages", StoredMessage.class, Index.on("account"));

    private static final Collection<OfContact> OF_CONTACTS = Collection.of("messages_of_contacts", OfContact.class);

    private static final Collection<PortalName> PORTAL_NAMES = Collection.of("portal_names", PortalName.class);

    private static final Collection<PersonEmail> PERSON_EMAILS = Collection.of("person_emails", PersonEmail.class);

    private static final Keyset<StoredMessage> NEWEST_FIRST =
            Keyset.byKey(MESSAGES).descending();

    private final KeyStore keys;

    DemoMessagesProjection(KeyStore keys) {
        this.keys = keys;
    }

    /**
     * A message without its login code, which follows from the contact and the request.
     *
     * @param contact null for the mail of a QR code or of a template
     * @param requestUid of the mail of a QR code, the data of the code
     * @param senderName of the mail of a QR code, the title of the reward or quest; of that of a template, the portal
     * @param templateName null for all other messages
     * @param link the link of a person; null for all other messages
     */
    record StoredMessage(
            long account,
            long position,
            @Nullable ContactId contact,
            String requestUid,
            ContactKind kind,
            String value,
            String senderName,
            @Nullable String templateName,
            Instant at,
            @Nullable StoredLink link) {

        /** A message that carries no link. */
        StoredMessage(
                long account,
                long position,
                @Nullable ContactId contact,
                String requestUid,
                ContactKind kind,
                String value,
                String senderName,
                @Nullable String templateName,
                Instant at) {
            this(account, position, contact, requestUid, kind, value, senderName, templateName, at, null);
        }

        DemoMessage toDemoMessage(byte[] secret, @Nullable PeopleSecrets people) {
            if (link != null) {
                CodeMessage mail = link.message(senderName, people);
                return new DemoMessage(kind, value, mail.subject(), mail.text(), requestUid, at);
            }
            if (contact == null) {
                CodeMessage mail = templateName == null
                        ? CodeMessage.ofQrCode(senderName, requestUid)
                        : CodeMessage.ofTemplate(senderName, templateName);
                return new DemoMessage(kind, value, mail.subject(), mail.text(), requestUid, at);
            }
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

        /** Returns the same message at another position. */
        StoredMessage at(long other) {
            return new StoredMessage(
                    account, other, contact, requestUid, kind, value, senderName, templateName, at, link);
        }
    }

    /** A link without its token, which follows from the person and the generation. */
    record StoredLink(PersonId person, int generation, LinkPurpose purpose, String address) {

        /** @param secrets null for somebody who must not see the link */
        CodeMessage message(String senderName, @Nullable PeopleSecrets secrets) {
            String url = secrets == null
                    ? HIDDEN
                    : new PersonLink(person, generation, secrets.token(person, generation)).url(address);
            return purpose == LinkPurpose.INVITATION
                    ? CodeMessage.ofInvitation(senderName, url)
                    : CodeMessage.ofForgottenPassword(senderName, url);
        }
    }

    record PersonEmail(String email) {}

    record PortalName(String portalName) {}

    /**
     * The messages of one contact, or the mails of QR codes of one fan.
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
        return new Views.Shape("demo_messages", List.of(MESSAGES, OF_CONTACTS, PORTAL_NAMES, PERSON_EMAILS));
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
                null,
                recordedEvent.at());
        await(event.contact(), message, documents);
    }

    @EventHandler
    void on(QrMailRequested event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (event.email() != null) {
            StoredMessage message = new StoredMessage(
                    event.fan().account(),
                    recordedEvent.position(),
                    null,
                    event.fanPointUid(),
                    ContactKind.EMAIL,
                    event.email(),
                    event.title(),
                    null,
                    recordedEvent.at());
            await(event.fan(), message, documents);
        }
    }

    @EventHandler
    void on(PortalCreated event, Documents.Batch documents) {
        name(event.portal(), event.details(), documents);
    }

    @EventHandler
    void on(PortalChanged event, Documents.Batch documents) {
        name(event.portal(), event.details(), documents);
    }

    private static void name(PortalId portal, PortalDetails details, Documents.Batch documents) {
        documents.put(PORTAL_NAMES, portal.toString(), new PortalName(details.portalName()));
    }

    @EventHandler
    void on(TemplateAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        PortalName portal = documents.get(PORTAL_NAMES, event.portal().toString());
        List<String> emails = PortalEvent.emails(event.notificationEmails());
        for (int recipient = 0; recipient < emails.size() && portal != null; recipient++) {
            StoredMessage message = new StoredMessage(
                    event.portal().account(),
                    recordedEvent.position(),
                    null,
                    templateMail(event.templateUid(), recipient),
                    ContactKind.EMAIL,
                    emails.get(recipient),
                    portal.portalName(),
                    String.valueOf(event.templateName()),
                    recordedEvent.at());
            await(event.portal(), message, documents);
        }
    }

    private static String templateMail(String templateUid, int recipient) {
        return templateUid + "-" + recipient;
    }

    @EventHandler
    void on(PersonRecorded event, Documents.Batch documents) {
        if (event.email() != null) {
            documents.put(PERSON_EMAILS, event.person().toString(), new PersonEmail(event.email()));
        }
    }

    @EventHandler
    void on(PersonLinkMade event, RecordedEvent recordedEvent, Documents.Batch documents) {
        PersonEmail to = documents.get(PERSON_EMAILS, event.person().toString());
        if (to == null || event.address() == null) {
            return;
        }
        StoredLink link = new StoredLink(event.person(), event.generation(), event.purpose(), event.address());
        await(
                event.person(),
                new StoredMessage(
                        event.person().account(),
                        recordedEvent.position(),
                        null,
                        linkMail(event.person(), event.generation()),
                        ContactKind.EMAIL,
                        to.email(),
                        event.senderName(),
                        null,
                        recordedEvent.at(),
                        link),
                documents);
    }

    private static String linkMail(PersonId person, int generation) {
        return person.uid() + "-" + generation;
    }

    private static void await(StreamId to, StoredMessage message, Documents.Batch documents) {
        OfContact before = of(to, documents);
        List<StoredMessage> waiting = without(before.waiting(), message.requestUid());
        waiting.add(message);
        put(to, new OfContact(waiting, before.shown()), documents);
    }

    @EventHandler
    void on(CodeDeliveryEnded event, Documents.Batch documents) {
        end(event.contact(), event.requestUid(), event.outcome(), null, documents);
    }

    @EventHandler
    void on(QrMailEnded event, Documents.Batch documents) {
        end(event.fan(), event.fanPointUid(), event.outcome(), null, documents);
    }

    @EventHandler
    void on(TemplateMailEnded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String mail = templateMail(event.templateUid(), event.recipient());
        end(event.portal(), mail, event.outcome(), recordedEvent.position(), documents);
    }

    /** @param position the position of the shown message, where several were requested at one; null: its request's */
    private static void end(
            StreamId to,
            String requestUid,
            DeliveryOutcome outcome,
            @Nullable Long position,
            Documents.Batch documents) {
        OfContact before = of(to, documents);
        List<String> shown = new ArrayList<>(before.shown());
        for (StoredMessage waiting : before.waiting()) {
            StoredMessage message = position == null ? waiting : waiting.at(position);
            if (message.requestUid().equals(requestUid) && outcome == DeliveryOutcome.SHOWN) {
                documents.put(MESSAGES, message.key(), message);
                shown.add(message.key());
            }
        }
        while (shown.size() > MAX_OF_CONTACT) {
            documents.remove(MESSAGES, shown.removeFirst());
        }
        put(to, new OfContact(without(before.waiting(), requestUid), shown), documents);
    }

    @EventHandler
    void on(PersonLinkMailEnded event, Documents.Batch documents) {
        end(event.person(), linkMail(event.person(), event.generation()), event.outcome(), null, documents);
    }

    @EventHandler
    void on(PersonErased event, Documents.Batch documents) {
        forget(event.person(), documents);
        documents.remove(PERSON_EMAILS, event.person().toString());
    }

    @EventHandler
    void on(ContactForgotten event, Documents.Batch documents) {
        forget(event.contact(), documents);
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        forget(event.fan(), documents);
    }

    @EventHandler
    void on(PortalDeleted event, Documents.Batch documents) {
        forget(event.portal(), documents);
        documents.remove(PORTAL_NAMES, event.portal().toString());
    }

    private static void forget(StreamId to, Documents.Batch documents) {
        of(to, documents).shown().forEach(key -> documents.remove(MESSAGES, key));
        documents.remove(OF_CONTACTS, to.toString());
    }

    private static OfContact of(StreamId to, Documents documents) {
        OfContact known = documents.get(OF_CONTACTS, to.toString());
        return known == null ? OfContact.NONE : known;
    }

    private static void put(StreamId to, OfContact after, Documents.Batch documents) {
        if (after.equals(OfContact.NONE)) {
            documents.remove(OF_CONTACTS, to.toString());
        } else {
            documents.put(OF_CONTACTS, to.toString(), after);
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
        PeopleSecrets people =
                query.showsLinks() ? new PeopleSecrets(keys.installationSecret(PeopleSecrets.SECRET)) : null;
        return NEWEST_FIRST
                .page(documents, Where.equal("account", query.account()), query.paging())
                .map(message -> message.toDemoMessage(secret, people));
    }
}
