package encore.query.portals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.portals.PortalDetails;
import encore.kernel.portals.PortalEvent.PortalChanged;
import encore.kernel.portals.PortalEvent.PortalCreated;
import encore.kernel.portals.PortalEvent.PortalDeleted;
import encore.kernel.portals.PortalEvent.PortalEmailsSet;
import encore.kernel.portals.PortalEvent.PortalOpened;
import encore.kernel.portals.PortalEvent.TemplateAdded;
import encore.kernel.portals.PortalId;
import encore.kernel.portals.PortalQuery.FindPortal;
import encore.kernel.portals.PortalQuery.FindPortals;
import encore.kernel.portals.PortalQuery.FindTemplates;
import encore.kernel.portals.PortalTemplate;
import encore.kernel.portals.TemplatePortal;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PortalsProjectionTest {

    private static final PortalId PORTAL = new PortalId(7, "p");
    private static final PortalDetails TOUR = new PortalDetails("Partners", "Spring tour");

    private final ProjectionUnderTest<PortalsProjection> portals = new ProjectionUnderTest<>(PortalsProjection::new);

    @AfterEach
    void close() {
        portals.close();
    }

    @Test
    void a_portal_shows_its_state_and_never_its_password() {
        portals.given(
                new PortalCreated(PORTAL, TOUR, "hash"),
                new PortalEmailsSet(PORTAL, "ada@fans.example\nben@fans.example"),
                new TemplateAdded(PORTAL, "t1", "Poster", null, null, ""),
                new TemplateAdded(PORTAL, "t2", "Flyer", "show", "image", ""),
                new PortalOpened(PORTAL, 1));
        TemplatePortal shown = portal();
        assertThat(shown.password()).isNull();
        assertThat(shown.passwordExists()).isTrue();
        assertThat(shown.templatesCreated()).isEqualTo(2);
        assertThat(shown.notificationEmails()).containsExactly("ada@fans.example", "ben@fans.example");
        assertThat(shown.creationTimestamp()).isEqualTo(ProjectionUnderTest.START);
        assertThat(shown.lastAccessTimestamp()).isEqualTo(ProjectionUnderTest.START.plusSeconds(4));
        assertThat(templates()).extracting(PortalTemplate::templateName).containsExactly("Poster", "Flyer");
        portals.given(new PortalChanged(PORTAL, new PortalDetails("Guests", "Spring tour"), null));
        assertThat(portal().portalName()).isEqualTo("Guests");
        assertThat(portal().passwordExists()).isFalse();
        try (var again = portals.replayed()) {
            assertThat(again.checksums()).isEqualTo(portals.checksums());
        }
    }

    @Test
    void a_deleted_portal_leaves_nothing() {
        portals.given(
                new PortalCreated(PORTAL, TOUR, null),
                new TemplateAdded(PORTAL, "t1", "Poster", null, null, ""),
                new PortalDeleted(PORTAL));
        assertThatThrownBy(this::portal).isInstanceOf(Refusal.class);
        assertThatThrownBy(this::templates).isInstanceOf(Refusal.class);
        assertThat(portals.read(documents ->
                                portals.projection().find(new FindPortals(7, new NextKey(null, 10)), documents))
                        .rows())
                .isEmpty();
    }

    private TemplatePortal portal() {
        return portals.read(documents -> portals.projection().find(new FindPortal(7, "p"), documents));
    }

    private List<PortalTemplate> templates() {
        return portals.read(documents -> portals.projection().find(new FindTemplates(7, "p"), documents));
    }
}
