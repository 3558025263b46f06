package encore.kernel.trackers.domains;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import encore.kernel.trackers.TrackersId;
import org.axonframework.serialization.Revision;

/**
 * Everything that can happen to domains of trackers. Each domain has a stream of its own, which holds the claim on its
 * name; the stream of the account lists them.
 */
public sealed interface TrackerDomainEvent extends Event {

    TrackerDomainId domain();

    /** An account added a domain. It is unique in the installation. */
    @Revision("1")
    record TrackerDomainAdded(
            TrackerDomainId domain,

            @PublishedValue @NotPersonal("a domain of the customer")
            String virtualDomain) implements TrackerDomainEvent, Event.ManagementAction {
        @Override
        public String target() {
            return virtualDomain;
        }
    }

    /** An account removed a domain, which any account may add again. */
    @Revision("1")
    record TrackerDomainRemoved(TrackerDomainId domain)
            implements TrackerDomainEvent, Event.FinalEvent, Event.ManagementAction {
        @Override
        public String target() {
            return domain.toString();
        }
    }

    /** A domain was added to the list of its account. */
    @Revision("1")
    record TrackerDomainListed(
            TrackersId trackers,
            TrackerDomainId domain,
            @NotPersonal("a domain of the customer") String virtualDomain) implements TrackerDomainEvent {}

    /** A domain was removed from the list of its account. */
    @Revision("1")
    record TrackerDomainUnlisted(
            TrackersId trackers,
            TrackerDomainId domain,
            @NotPersonal("a domain of the customer") String virtualDomain) implements TrackerDomainEvent {}
}
