package encore.infra.eventstore.axon;

import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendedCommit;
import java.util.List;
import org.axonframework.eventhandling.DomainEventMessage;
import org.jspecify.annotations.Nullable;

/** Decides whether there is room for a commit before it is queued. Called on the command's thread. */
public interface CommitAdmission {

    /** Admits every commit. */
    CommitAdmission ALL = events -> outcome -> {};

    /**
     * Reserves room for the events of a commit.
     *
     * @throws AppendFailure.QuotaReached when there is no room
     */
    Reservation admit(List<DomainEventMessage<?>> events);

    /** The room that is reserved for a commit. */
    interface Reservation {

        /** Called once, when the outcome is known: with the appended commit, or with null when it failed. */
        void settle(@Nullable AppendedCommit outcome);
    }
}
