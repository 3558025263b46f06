package encore.infra.eventstore.axon;

import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.kernel.Event;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.modelling.command.inspection.AnnotatedAggregate;
import org.jspecify.annotations.Nullable;

/** Collects what a command's handler applies, takes and releases, until its commit is decided. Used by one thread. */
final class CommitDraft {

    private final List<DomainEventMessage<?>> events = new ArrayList<>(2);
    private final List<OnceKey> onceKeys = new ArrayList<>(1);
    private final List<OwnedClaim> claimsTaken = new ArrayList<>(0);
    private final List<OwnedClaim> claimsReleased = new ArrayList<>(0);
    private @Nullable AnnotatedAggregate<?> aggregate;

    /** Adds events of an aggregate or of a handler without one. Returns whether they are the first. */
    boolean add(List<DomainEventMessage<?>> applied, @Nullable AnnotatedAggregate<?> by) {
        if (by != null) {
            aggregate = by;
        }
        boolean first = events.isEmpty();
        events.addAll(applied);
        return first;
    }

    void add(OnceKey key) {
        onceKeys.add(key);
    }

    void take(OwnedClaim claim) {
        claimsTaken.add(claim);
    }

    void release(OwnedClaim claim) {
        claimsReleased.add(claim);
    }

    List<DomainEventMessage<?>> events() {
        return events;
    }

    boolean hasClaimsWithoutEvents() {
        return events.isEmpty() && !(claimsTaken.isEmpty() && claimsReleased.isEmpty() && onceKeys.isEmpty());
    }

    DecidedCommit decided(List<NewEvent> encoded) {
        return new DecidedCommit(
                List.copyOf(events),
                List.copyOf(encoded),
                List.copyOf(onceKeys),
                List.copyOf(claimsTaken),
                List.copyOf(claimsReleased),
                aggregate);
    }

    /**
     * The events, keys and claims of a command that was decided.
     *
     * @param encoded the events as they are stored
     * @param aggregate the aggregate that applied events; null when a handler without one did
     */
    record DecidedCommit(
            List<DomainEventMessage<?>> events,
            List<NewEvent> encoded,
            List<OnceKey> onceKeys,
            List<OwnedClaim> claimsTaken,
            List<OwnedClaim> claimsReleased,
            @Nullable AnnotatedAggregate<?> aggregate) {

        /** Returns the aggregate's state after its events; null when there is no aggregate. */
        @Nullable
        Object state() {
            return aggregate == null ? null : aggregate.getAggregateRoot();
        }

        /** Returns the events of the aggregate's own stream. A handler may have recorded facts in other streams too. */
        List<DomainEventMessage<?>> eventsOfState() {
            String stream = aggregate == null ? "" : aggregate.identifierAsString();
            List<DomainEventMessage<?>> own = new ArrayList<>(events.size());
            for (DomainEventMessage<?> event : events) {
                if (event.getAggregateIdentifier().equals(stream)) {
                    own.add(event);
                }
            }
            return own;
        }

        /**
         * Returns whether other commands may decide on the loaded aggregate before this commit is durable. Not when
         * their handlers might ask the log or the claims for something in this commit: the answer there shows only
         * durable commits and would contradict the aggregate.
         */
        boolean allowsEarlyDecisionsOn(String loaded) {
            if (aggregate == null || !claimsTaken.isEmpty() || !claimsReleased.isEmpty()) {
                return false;
            }
            for (DomainEventMessage<?> event : events) {
                if (!event.getAggregateIdentifier().equals(loaded)
                        || event.getSequenceNumber() == 0
                        || event.getPayload() instanceof Event.FinalEvent) {
                    return false;
                }
            }
            return true;
        }

        /** Returns whether the events end a subject whose personal data must be erased. */
        boolean erasesSubject() {
            for (DomainEventMessage<?> event : events) {
                if (event.getPayload() instanceof Event.FinalEvent last && last.subject() != null) {
                    return true;
                }
            }
            return false;
        }
    }
}
