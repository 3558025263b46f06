package encore.command.trackers;

import static encore.command.AggregateUnderTest.refusal;
import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static encore.kernel.Refusal.Kind.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.trackers.SavedTracker;
import encore.kernel.trackers.TrackerCommand.CreateTracker;
import encore.kernel.trackers.TrackerCommand.ProposedKey;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerDetailsBuilder;
import encore.kernel.trackers.TrackerEvent.TrackerCreated;
import encore.kernel.trackers.TrackerEvent.TrackerListed;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackersId;
import encore.kernel.trackers.domains.TrackerDomainCommand.AddTrackerDomain;
import encore.kernel.trackers.domains.TrackerDomainCommand.RemoveTrackerDomain;
import encore.kernel.trackers.domains.TrackerDomainEvent.TrackerDomainAdded;
import encore.kernel.trackers.domains.TrackerDomainEvent.TrackerDomainListed;
import encore.kernel.trackers.domains.TrackerDomainEvent.TrackerDomainRemoved;
import encore.kernel.trackers.domains.TrackerDomainEvent.TrackerDomainUnlisted;
import encore.kernel.trackers.domains.TrackerDomainId;
import org.junit.jupiter.api.Test;

class AccountTrackersTest {

    private static final TrackersId LIST = new TrackersId(7);
    private static final TrackerDomainId DOMAIN = new TrackerDomainId(7, "d");
    private static final TrackerId POSTER = new TrackerId(7, 900);
    private static final String GO = "go.example";
    private static final TrackerDetails DETAILS = TrackerDetailsBuilder.builder()
            .trackerName("Poster")
            .trackerGroupName("Spring")
            .targetUrl("https://shop.example/a")
            .build();

    private final AggregateUnderTest<AccountTrackers> trackers = new AggregateUnderTest<>(AccountTrackers.class);

    @Test
    void a_domain_belongs_to_the_first_account_that_adds_it() {
        trackers.givenNoPriorActivity()
                .when(new AddTrackerDomain(LIST, DOMAIN, GO))
                .expectEvents(new TrackerDomainListed(LIST, DOMAIN, GO));
        assertThat(trackers.facts.written).containsEntry(DOMAIN.toString(), new TrackerDomainAdded(DOMAIN, GO));
        assertThat(trackers.claims.ownerOf(TrackerClaims.domain(GO))).isEqualTo(DOMAIN.toString());
        trackers.claims.held(TrackerClaims.domain("taken.example"), new TrackerDomainId(8, "e"));
        trackers.givenNoPriorActivity()
                .when(new AddTrackerDomain(LIST, DOMAIN, "taken.example"))
                .expectException(refusal(RULE, "domain-taken"));
    }

    @Test
    void a_domain_stays_while_trackers_use_it() {
        trackers.streams.open(POSTER);
        trackers.claims.held(TrackerClaims.domain(GO), DOMAIN);
        trackers.given(new TrackerDomainListed(LIST, DOMAIN, GO), new TrackerListed(LIST, POSTER, GO))
                .when(new RemoveTrackerDomain(LIST, GO))
                .expectException(refusal(RULE, "domain-in-use"));
        trackers.streams.ended(POSTER);
        trackers.given(new TrackerDomainListed(LIST, DOMAIN, GO), new TrackerListed(LIST, POSTER, GO))
                .when(new RemoveTrackerDomain(LIST, GO))
                .expectEvents(new TrackerDomainUnlisted(LIST, DOMAIN, GO));
        assertThat(trackers.facts.written).containsEntry(DOMAIN.toString(), new TrackerDomainRemoved(DOMAIN));
        assertThat(trackers.claims.held).isEmpty();
        trackers.givenNoPriorActivity()
                .when(new RemoveTrackerDomain(LIST, GO))
                .expectException(refusal(UNKNOWN, "unknown"));
    }

    @Test
    void a_tracker_begins_with_its_key_and_domain() {
        trackers.given(new TrackerDomainListed(LIST, DOMAIN, GO))
                .when(create("Key1", true, GO, DETAILS))
                .expectEvents(new TrackerListed(LIST, POSTER, GO))
                .expectResultMessagePayload(new SavedTracker(900, GO, "Key1"));
        assertThat(trackers.facts.written)
                .containsEntry(POSTER.toString(), new TrackerCreated(POSTER, "Key1", GO, DETAILS));
        assertThat(trackers.claims.ownerOf(TrackerClaims.key("Key1"))).isEqualTo(POSTER.toString());
    }

    @Test
    void a_taken_key_is_the_callers_fault_only_when_chosen() {
        trackers.claims.held(TrackerClaims.key("Key1"), new TrackerId(8, 1));
        trackers.givenNoPriorActivity()
                .when(create("Key1", true, null, DETAILS))
                .expectException(refusal(RULE, "tracker-key-taken"));
        trackers.givenNoPriorActivity()
                .when(create("Key1", false, null, DETAILS))
                .expectException(refusal(CONFLICT, "tracker-key-taken"));
    }

    @Test
    void foreign_domains_loops_and_unknown_page_tabs_are_refused() {
        trackers.givenNoPriorActivity()
                .when(create("Key1", true, GO, DETAILS))
                .expectException(refusal(RULE, "unknown-id"));
        trackers.claims.held(TrackerClaims.domain(GO), new TrackerDomainId(8, "e"));
        var loop = TrackerDetailsBuilder.builder(DETAILS)
                .targetUrl("https://GO.example:8443/t/abc")
                .build();
        trackers.givenNoPriorActivity()
                .when(create("Key1", true, null, loop))
                .expectException(refusal(RULE, "target-is-short-link"));
        var tab = TrackerDetailsBuilder.builder(DETAILS).pageTabId(5L).build();
        trackers.givenNoPriorActivity()
                .when(create("Key1", true, null, tab))
                .expectException(refusal(RULE, "unknown-id"));
        trackers.streams.open(new CampaignId(7, 5));
        trackers.givenNoPriorActivity()
                .when(create("Key1", true, null, tab))
                .expectEvents(new TrackerListed(LIST, POSTER, null));
    }

    private static CreateTracker create(String key, boolean isChosen, String domain, TrackerDetails details) {
        return new CreateTracker(POSTER, new ProposedKey(key, isChosen), domain, details);
    }
}
