package encore.command.portals;

import static encore.command.AggregateUnderTest.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.Refusal;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.performances.PerformanceId;
import encore.kernel.portals.PortalCommand.AddTemplate;
import encore.kernel.portals.PortalCommand.ChangePortal;
import encore.kernel.portals.PortalCommand.CreatePortal;
import encore.kernel.portals.PortalCommand.DeletePortal;
import encore.kernel.portals.PortalCommand.NotePortalAccess;
import encore.kernel.portals.PortalCommand.ReadPortalPassword;
import encore.kernel.portals.PortalCommand.SetPortalEmails;
import encore.kernel.portals.PortalDetails;
import encore.kernel.portals.PortalEvent.PortalChanged;
import encore.kernel.portals.PortalEvent.PortalCreated;
import encore.kernel.portals.PortalEvent.PortalDeleted;
import encore.kernel.portals.PortalEvent.PortalEmailsSet;
import encore.kernel.portals.PortalEvent.PortalOpened;
import encore.kernel.portals.PortalEvent.TemplateAdded;
import encore.kernel.portals.PortalEvent.TemplateMailEnded;
import encore.kernel.portals.PortalId;
import encore.kernel.portals.PortalMail;
import encore.kernel.portals.PortalMailCommand.EndTemplateMail;
import encore.kernel.portals.PortalMailCommand.ReadTemplateMail;
import encore.kernel.portals.PortalPassword;
import encore.kernel.portals.TemplateUid;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortalTest {

    private static final PortalId PORTAL = new PortalId(7, "p");
    private static final PortalDetails TOUR = new PortalDetails("Partners", "Spring tour");
    private static final long NOW = AggregateUnderTest.NOW.getEpochSecond() / 60;

    private final AggregateUnderTest<Portal> portal = new AggregateUnderTest<>(Portal.class);

    @Test
    void a_portal_is_created_with_a_key_of_its_own() {
        portal.givenNoPriorActivity()
                .when(new CreatePortal(PORTAL, TOUR, new PortalPassword("hash")))
                .expectEvents(created());
        assertThat(portal.subjectKeys.made).containsExactly("portal.7.p");
    }

    @Test
    void a_change_keeps_the_password_unless_it_names_another_one() {
        PortalDetails other = new PortalDetails("Partners", "Autumn tour");
        portal.given(created())
                .when(new ChangePortal(PORTAL, other, null))
                .expectEvents(new PortalChanged(PORTAL, other, "hash"));
        portal.given(created())
                .when(new ChangePortal(PORTAL, TOUR, PortalPassword.NONE))
                .expectEvents(new PortalChanged(PORTAL, TOUR, null));
        portal.given(created()).when(new ChangePortal(PORTAL, TOUR, null)).expectNoEvents();
        portal.given(created(), new PortalChanged(PORTAL, TOUR, "other"))
                .when(new ReadPortalPassword(PORTAL))
                .expectNoEvents()
                .expectResultMessagePayload(new PortalPassword("other"));
    }

    @Test
    void an_opening_is_noted_once_a_minute() {
        portal.given(created()).when(new NotePortalAccess(PORTAL)).expectEvents(new PortalOpened(PORTAL, NOW));
        portal.given(created(), new PortalOpened(PORTAL, NOW))
                .when(new NotePortalAccess(PORTAL))
                .expectNoEvents();
    }

    @Test
    void a_template_has_a_mail_for_each_address_and_each_ends_once() {
        var emails = new PortalEmailsSet(PORTAL, "ada@fans.example\nben@fans.example");
        portal.given(created())
                .when(new SetPortalEmails(PORTAL, List.of("ada@fans.example", "ben@fans.example")))
                .expectEvents(emails);
        portal.given(created(), emails)
                .when(new SetPortalEmails(PORTAL, List.of("ada@fans.example", "ben@fans.example")))
                .expectNoEvents();
        var added = new TemplateAdded(PORTAL, "t", "Poster", null, null, "ada@fans.example\nben@fans.example");
        portal.given(created(), emails)
                .when(new AddTemplate(PORTAL, "t", "Poster", null, null))
                .expectEvents(added)
                .expectResultMessagePayload(new TemplateUid("t"));
        portal.given(created(), emails, added)
                .when(new ReadTemplateMail(PORTAL, "t", 1))
                .expectResultMessagePayload(new PortalMail("Partners", true));
        var ended = new TemplateMailEnded(PORTAL, "t", 1, DeliveryOutcome.SENT);
        portal.given(created(), emails, added)
                .when(new EndTemplateMail(PORTAL, "t", 1, DeliveryOutcome.SENT))
                .expectEvents(ended);
        portal.given(created(), emails, added, ended)
                .when(new EndTemplateMail(PORTAL, "t", 1, DeliveryOutcome.SENT))
                .expectNoEvents();
    }

    @Test
    void an_unknown_performance_is_refused() {
        portal.given(created())
                .when(new AddTemplate(PORTAL, "t", "Poster", "show", null))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.RULE, "unknown-id"));
        portal.streams.open(new PerformanceId(7, "show"));
        portal.given(created())
                .when(new AddTemplate(PORTAL, "t", "Poster", "show", null))
                .expectEvents(new TemplateAdded(PORTAL, "t", "Poster", "show", null, ""));
    }

    @Test
    void a_portal_is_deleted_also_when_its_key_is_gone() {
        portal.given(created()).when(new DeletePortal(PORTAL)).expectEvents(new PortalDeleted(PORTAL));
        portal.given(new PortalCreated(PORTAL, TOUR, null), new PortalEmailsSet(PORTAL, null))
                .when(new DeletePortal(PORTAL))
                .expectEvents(new PortalDeleted(PORTAL));
    }

    private static PortalCreated created() {
        return new PortalCreated(PORTAL, TOUR, "hash");
    }
}
