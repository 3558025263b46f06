package encore.command.webhooks.delivery;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedData;

/** Names the messages that go out one after the other: those of a fan, or of a stream without a fan. */
final class OrderKeys {

    private OrderKeys() {}

    /** Returns the stream of the event's fan, or its own stream. */
    static String of(RecordedEvent recordedEvent) {
        if (recordedEvent.event().subject() instanceof FanId fan) {
            return fan.toString();
        }
        return PublishedData.of(recordedEvent.event()).get(PublishedData.FAN) instanceof Long fan
                ? "fan." + recordedEvent.account() + "." + fan
                : recordedEvent.stream();
    }
}
