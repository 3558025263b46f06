package encore.query.contacts;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.keys.KeyStore;
import encore.kernel.contacts.CodeReference;
import encore.kernel.contacts.ContactEvent.CodeDeliveryEnded;
import encore.kernel.contacts.ContactEvent.CodeRequested;
import encore.kernel.contacts.ContactEvent.ContactForgotten;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.contacts.messages.DemoMessage;
import encore.kernel.contacts.messages.LoginCode;
import encore.kernel.contacts.messages.MessagesQuery.FindDemoMessages;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.PersonId;
import encore.kernel.people.links.LinkPurpose;
import encore.kernel.people.signin.PeopleSecrets;
import encore.kernel.people.signin.PersonEvent.PersonErased;
import encore.kernel.people.signin.PersonEvent.PersonLinkMade;
import encore.kernel.people.signin.PersonEvent.PersonLinkMailEnded;
import encore.kernel.people.signin.PersonEvent.PersonRecorded;
import encore.kernel.portals.PortalDetails;
import encore.kernel.portals.PortalEvent.PortalCreated;
import encore.kernel.portals.PortalEvent.PortalDeleted;
import encore.kernel.portals.PortalEvent.TemplateAdded;
import encore.kernel.portals.PortalEvent.TemplateMailEnded;
import encore.kernel.portals.PortalId;
import encore.kernel.qrmails.QrMailEvent.QrMailEnded;
import encore.kernel.qrmails.QrMailEvent.QrMailRequested;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DemoMessagesProjectionTest {

    private static final byte[] SECRET = new byte[32];
    private static final ContactId ADA = new ContactId(7, "ada");
    private static final ContactId BEA = new ContactId(7, "bea");
    private static final ContactId THEIRS = new ContactId(8, "ada");

    @Test
    void messages_are_shown_that_were_not_sent_newest_first_with_their_codes() {
        try (var messages = underTest()) {
            messages.given(
                    requested(ADA, "a", "ada@fans.example"),
                    requested(BEA, "b", "+4915112345678"),
                    requested(ADA, "sent", "ada@fans.example"),
                    requested(ADA, "waiting", "ada@fans.example"),
                    requested(THEIRS, "theirs", "ada@fans.example"),
                    new CodeDeliveryEnded(ADA, "a", DeliveryOutcome.SHOWN),
                    new CodeDeliveryEnded(BEA, "b", DeliveryOutcome.SHOWN),
                    new CodeDeliveryEnded(THEIRS, "theirs", DeliveryOutcome.SHOWN),
                    new CodeDeliveryEnded(ADA, "sent", DeliveryOutcome.SENT));
            List<DemoMessage> rows = find(messages, null, 10).rows();
            assertThat(rows).extracting(DemoMessage::to).containsExactly("+4915112345678", "ada@fans.example");
            assertThat(rows).extracting(DemoMessage::requestUid).containsExactly("2-b", "1-a");
            assertThat(rows.getLast().text())
                    .contains(LoginCode.of(SECRET, ADA, "a").digits());
            assertThat(rows.getLast().subject()).isEqualTo("Your code for Acme");
            assertThat(CodeReference.parse(rows.getLast().requestUid())).isEqualTo(new CodeReference(1, "a"));
            Page<DemoMessage> first = find(messages, null, 1);
            assertThat(first.more()).isTrue();
            assertThat(find(messages, first.last(), 1).rows()).isEqualTo(rows.subList(1, 2));
            replayed(messages);
        }
    }

    @Test
    void mails_of_qr_codes_are_shown_until_their_fan_is_erased() {
        FanId fan = new FanId(7, 42);
        try (var messages = underTest()) {
            messages.given(
                    new QrMailRequested(fan, "p1", "ada@fans.example", "A drink"),
                    new QrMailRequested(fan, "p2", "ada@fans.example", "A beer"),
                    new QrMailRequested(fan, "p3", null, "A lost one"),
                    new QrMailEnded(fan, "p1", DeliveryOutcome.SHOWN),
                    new QrMailEnded(fan, "p2", DeliveryOutcome.SENT),
                    new QrMailEnded(fan, "p3", DeliveryOutcome.SHOWN));
            List<DemoMessage> rows = find(messages, null, 10).rows();
            assertThat(rows).extracting(DemoMessage::requestUid).containsExactly("p1");
            assertThat(rows.getFirst().to()).isEqualTo("ada@fans.example");
            assertThat(rows.getFirst().subject()).isEqualTo("Your QR code: A drink");
            assertThat(rows.getFirst().text()).contains("p1");
            messages.given(new FanErased(fan));
            assertThat(find(messages, null, 10).rows()).isEmpty();
            replayed(messages);
        }
    }

    @Test
    void mails_of_templates_are_shown_one_for_each_address_until_their_portal_is_deleted() {
        PortalId portal = new PortalId(7, "portal");
        try (var messages = underTest()) {
            messages.given(
                    new PortalCreated(portal, new PortalDetails("Partners", "Tour"), null),
                    new TemplateAdded(portal, "t", "Poster", null, null, "ada@fans.example\nben@fans.example"),
                    new TemplateMailEnded(portal, "t", 1, DeliveryOutcome.SHOWN),
                    new TemplateMailEnded(portal, "t", 1, DeliveryOutcome.SHOWN),
                    new TemplateMailEnded(portal, "t", 0, DeliveryOutcome.SHOWN),
                    new TemplateAdded(portal, "sent", "Flyer", null, null, "ada@fans.example"),
                    new TemplateMailEnded(portal, "sent", 0, DeliveryOutcome.SENT));
            Page<DemoMessage> first = find(messages, null, 1);
            assertThat(first.rows()).extracting(DemoMessage::to).containsExactly("ada@fans.example");
            assertThat(find(messages, first.last(), 10).rows())
                    .extracting(DemoMessage::to)
                    .containsExactly("ben@fans.example");
            assertThat(first.rows().getFirst().subject()).isEqualTo("New template: Partners");
            assertThat(first.rows().getFirst().text()).contains("Poster");
            replayed(messages);
            messages.given(new PortalDeleted(portal));
            assertThat(find(messages, null, 10).rows()).isEmpty();
            replayed(messages);
        }
    }

    @Test
    void links_of_people_are_shown_to_those_who_may_see_them_until_the_person_is_erased() {
        PersonId person = new PersonId(7, "ada");
        try (var messages = underTest()) {
            messages.given(
                    new PersonRecorded(person, "ada@staff.example", "Ada"),
                    new PersonLinkMade(
                            person, 1, LinkPurpose.INVITATION, "https://x.example/console/", "Acme", Instant.MAX),
                    new PersonLinkMailEnded(person, 1, DeliveryOutcome.SHOWN),
                    new PersonLinkMade(person, 2, LinkPurpose.FORGOTTEN, null, "Acme", Instant.MAX));
            DemoMessage shown = find(messages, null, 10).rows().getFirst();
            assertThat(shown.to()).isEqualTo("ada@staff.example");
            assertThat(shown.subject()).isEqualTo("You are invited to Acme");
            assertThat(shown.text())
                    .containsPattern("https://x\\.example/console/\\?account=7#7\\.ada\\.1\\.[\\w-]{43}\n");
            DemoMessage hidden = messages.read(documents -> messages.projection()
                            .find(new FindDemoMessages(7, false, new NextKey(null, 10)), documents))
                    .rows()
                    .getFirst();
            assertThat(hidden.text()).doesNotContain("#7.ada").contains("You are invited");
            messages.given(new PersonErased(person));
            assertThat(find(messages, null, 10).rows()).isEmpty();
            replayed(messages);
        }
    }

    @Test
    void the_messages_of_a_forgotten_contact_are_gone_and_others_stay() {
        try (var messages = underTest()) {
            messages.given(
                    requested(ADA, "a", "ada@fans.example"),
                    requested(ADA, "waiting", "ada@fans.example"),
                    requested(BEA, "b", "bea@fans.example"),
                    new CodeDeliveryEnded(ADA, "a", DeliveryOutcome.SHOWN),
                    new CodeDeliveryEnded(BEA, "b", DeliveryOutcome.SHOWN),
                    new ContactForgotten(ADA));
            assertThat(find(messages, null, 10).rows())
                    .extracting(DemoMessage::to)
                    .containsExactly("bea@fans.example");
            replayed(messages);
        }
    }

    @Test
    void the_last_twenty_of_a_contact_are_kept_and_a_repeated_event_changes_nothing() {
        try (var messages = underTest()) {
            for (int i = 0; i < 25; i++) {
                messages.given(
                        requested(ADA, "r" + i, "ada@fans.example"),
                        new CodeDeliveryEnded(ADA, "r" + i, DeliveryOutcome.SHOWN),
                        new CodeDeliveryEnded(ADA, "r" + i, DeliveryOutcome.SHOWN));
            }
            assertThat(find(messages, null, 100).rows()).hasSize(20);
            replayed(messages);
        }
    }

    @Test
    void a_request_that_can_no_longer_be_read_is_left_out() {
        try (var messages = underTest()) {
            messages.given(requested(ADA, "a", null), new CodeDeliveryEnded(ADA, "a", DeliveryOutcome.SHOWN));
            assertThat(find(messages, null, 10).rows()).isEmpty();
        }
    }

    private static Page<DemoMessage> find(
            ProjectionUnderTest<DemoMessagesProjection> messages, @Nullable String after, int limit) {
        return messages.read(documents ->
                messages.projection().find(new FindDemoMessages(7, true, new NextKey(after, limit)), documents));
    }

    private static void replayed(ProjectionUnderTest<DemoMessagesProjection> messages) {
        try (var again = messages.replayed()) {
            assertThat(again.checksums()).isEqualTo(messages.checksums());
        }
    }

    private static CodeRequested requested(ContactId contact, String uid, @Nullable String value) {
        ContactKind kind = value != null && value.startsWith("+") ? ContactKind.PHONE : ContactKind.EMAIL;
        return new CodeRequested(
                contact,
                kind,
                value,
                uid,
                null,
                "Acme",
                ProjectionUnderTest.START.plusSeconds(600),
                ProjectionUnderTest.START.plusSeconds(3600));
    }

    private static ProjectionUnderTest<DemoMessagesProjection> underTest() {
        return new ProjectionUnderTest<>(() -> new DemoMessagesProjection(new OneSecret()));
    }

    private static final class OneSecret implements KeyStore {
        @Override
        public byte[] create(String subject) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte @Nullable [] find(String subject) {
            return null;
        }

        @Override
        public void destroy(Collection<encore.infra.eventstore.keys.KeyEnd> ends) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] installationSecret(String name) {
            assertThat(name).isIn(LoginCode.SECRET, PeopleSecrets.SECRET);
            return SECRET;
        }

        @Override
        public long erasedUpTo() {
            return 0;
        }

        @Override
        public void erasedUpTo(long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
