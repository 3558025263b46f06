package encore.command.webhooks.delivery;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.process.webhooks.EventTypeNames;
import encore.infra.eventstore.process.webhooks.StoredEndpoint.StoredReplay;
import encore.kernel.webhooks.EventPattern;
import java.util.List;

/**
 * Past events that are sent again.
 *
 * @param until the last position of the events
 * @param eventTypes types and patterns; empty for all that the webhook gets
 */
record Replay(Backlog backlog, long until, List<String> eventTypes) {

    Replay {
        eventTypes = List.copyOf(eventTypes);
    }

    boolean wants(Subscription subscription, RecordedEvent recordedEvent) {
        return eventTypes.isEmpty()
                ? subscription.wants(recordedEvent)
                : subscription.wantsOrigin(recordedEvent)
                        && EventPattern.anyMatches(eventTypes, EventTypeNames.of(recordedEvent));
    }

    boolean isFinished() {
        return backlog.read() >= until && backlog.lanes.size() == 0;
    }

    StoredReplay stored() {
        return new StoredReplay(String.valueOf(backlog.replayUid), backlog.stored(), until, eventTypes);
    }
}
