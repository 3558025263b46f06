package encore.command.trackers;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.lists.BoundedStreams;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.trackers.SavedTracker;
import encore.kernel.trackers.TrackerCommand.CreateTracker;
import encore.kernel.trackers.TrackerCommand.ProposedKey;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerEvent.TrackerCreated;
import encore.kernel.trackers.TrackerEvent.TrackerListed;
import encore.kernel.trackers.TrackerEvent.TrackerUnlisted;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackersId;
import encore.kernel.trackers.domains.TrackerDomainCommand.AddTrackerDomain;
import encore.kernel.trackers.domains.TrackerDomainCommand.RemoveTrackerDomain;
import encore.kernel.trackers.domains.TrackerDomainCommand.SavedDomain;
import encore.kernel.trackers.domains.TrackerDomainEvent.TrackerDomainAdded;
import encore.kernel.trackers.domains.TrackerDomainEvent.TrackerDomainListed;
import encore.kernel.trackers.domains.TrackerDomainEvent.TrackerDomainRemoved;
import encore.kernel.trackers.domains.TrackerDomainEvent.TrackerDomainUnlisted;
import encore.kernel.trackers.domains.TrackerDomainId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * The list of an account's domains and trackers. It begins each tracker, so it keeps the bound on their number, and no
 * domain goes that a tracker uses.
 */
@Aggregate
class AccountTrackers {

    private static final BoundedStreams BOUND = new BoundedStreams("trackers", "tracker_name", 10_000);
    private static final int MAX_DOMAINS = 100;
    private static final String DOMAIN = "virtual_domain";
    private static final String PUBLIC_HOST = "";

    @AggregateIdentifier
    private @Nullable TrackersId id;

    /** The streams of the domains by name. */
    private Map<String, TrackerDomainId> domains = new LinkedHashMap<>();

    /** The domains of the trackers; empty for the public host. */
    private Map<TrackerId, String> trackers = new LinkedHashMap<>();

    AccountTrackers() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedDomain decide(AddTrackerDomain command, Claims claims, Facts facts) {
        String name = command.virtualDomain();
        if (claims.ownerOf(TrackerClaims.domain(name)) != null) {
            throw new Refusal(RULE, "domain-taken", DOMAIN, "This domain was added already.");
        }
        if (domains.size() >= MAX_DOMAINS) {
            throw new Refusal(RULE, "too-many-domains", DOMAIN, "There are at most " + MAX_DOMAINS + " domains.");
        }
        claims.take(TrackerClaims.domain(name), command.domain());
        facts.record(command.domain(), new TrackerDomainAdded(command.domain(), name));
        apply(new TrackerDomainListed(command.trackers(), command.domain(), name));
        return new SavedDomain(name);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedDomain decide(RemoveTrackerDomain command, Streams streams, Claims claims, Facts facts) {
        String name = command.virtualDomain();
        TrackerDomainId domain = domains.get(name);
        if (domain == null) {
            throw Refusal.unknown("No such domain was added.");
        }
        noTrackerUses(name, streams);
        claims.release(TrackerClaims.domain(name), domain);
        facts.end(domain, new TrackerDomainRemoved(domain));
        apply(new TrackerDomainUnlisted(command.trackers(), domain, name));
        return new SavedDomain(name);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedTracker decide(CreateTracker command, Streams streams, Claims claims, Facts facts) {
        String domain = command.virtualDomain();
        TrackerId tracker = command.tracker();
        if (domain != null && !domains.containsKey(domain)) {
            throw new Refusal(RULE, "unknown-id", DOMAIN, "There is no such virtual_domain: add the domain first.");
        }
        TrackerDetails details = Patch.of(command.details()).applyTo(TrackerDetails.EMPTY);
        TrackerRules.check(tracker.account(), details, streams, claims);
        theKeyIsFree(command.key(), claims);
        TrackersId list = new TrackersId(tracker.account());
        List<TrackerId> ended = BOUND.makeRoom(trackers.keySet(), streams);
        claims.take(TrackerClaims.key(command.key().trackerKey()), tracker);
        facts.record(tracker, new TrackerCreated(tracker, command.key().trackerKey(), domain, details));
        TrackerGroups.note(tracker.account(), details, streams, facts);
        ended.forEach(each -> apply(new TrackerUnlisted(list, each)));
        apply(new TrackerListed(list, tracker, domain));
        return new SavedTracker(tracker.number(), domain, command.key().trackerKey());
    }

    private static void theKeyIsFree(ProposedKey key, Claims claims) {
        if (claims.ownerOf(TrackerClaims.key(key.trackerKey())) != null) {
            throw key.isChosen()
                    ? new Refusal(RULE, "tracker-key-taken", "tracker_key", "Another tracker has this key.")
                    : new Refusal(CONFLICT, "tracker-key-taken", "Another tracker has this key; try again.");
        }
    }

    private void noTrackerUses(String domain, Streams streams) {
        boolean isUsed = trackers.entrySet().stream()
                .anyMatch(each -> each.getValue().equals(domain) && streams.isOpen(each.getKey()));
        if (isUsed) {
            throw new Refusal(RULE, "domain-in-use", DOMAIN, "Trackers use this domain. Delete them first.");
        }
    }

    @EventSourcingHandler
    void evolve(TrackerDomainListed event) {
        id = event.trackers();
        domains.put(event.virtualDomain(), event.domain());
    }

    @EventSourcingHandler
    void evolve(TrackerDomainUnlisted event) {
        domains.remove(event.virtualDomain());
    }

    @EventSourcingHandler
    void evolve(TrackerListed event) {
        id = event.trackers();
        trackers.put(event.tracker(), event.virtualDomain() == null ? PUBLIC_HOST : event.virtualDomain());
    }

    @EventSourcingHandler
    void evolve(TrackerUnlisted event) {
        trackers.remove(event.tracker());
    }
}
