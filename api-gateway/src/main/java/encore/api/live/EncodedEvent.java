package encore.api.live;

import encore.kernel.live.LiveEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An event on its way to many subscribers. It is read once for each stream and encoded once for each stream name. */
final class EncodedEvent {

    private final LiveEvent event;
    private final Map<LiveStream<?, ?>, Optional<?>> read = new HashMap<>();
    private final Map<String, String> frames = new HashMap<>();

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

    String frame(String name, Object data) {
        return frames.computeIfAbsent(
                name, stream -> FrameWriter.event("event", stream, event.position(), FrameWriter.json(data)));
    }
}
