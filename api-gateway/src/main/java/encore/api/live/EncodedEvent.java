package encore.api.live;

import encore.kernel.live.LiveEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event on its way to many subscribers. It is read once for each stream, and encoded once for each stream name: for those who
 * see contacts, and for those who do not.
 */
final class EncodedEvent {

    private final LiveEvent event;
    private final Map<LiveStream<?, ?>, Optional<?>> read = new HashMap<>();
    private final Map<FrameKey, String> frames = new HashMap<>();

    private record FrameKey(String stream, boolean withContacts) {}

    EncodedEvent(LiveEvent event) {
        this.event = event;
    }

    long position() {
        return event.position();
    }

    @SuppressWarnings("unchecked") // The map's key is the stream that has read the value.
    <T> @Nullable T read(LiveStream<?, T> stream) {
        return (T) read.computeIfAbsent(stream, reader -> Optional.ofNullable(reader.read(event)))
                .orElse(null);
    }

    String frame(String name, Object data, boolean withContacts) {
        return frames.computeIfAbsent(
                new FrameKey(name, withContacts),
                key -> FrameWriter.event("event", name, event.position(), FrameWriter.json(data, withContacts)));
    }
}
