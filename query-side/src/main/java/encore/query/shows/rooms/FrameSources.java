package encore.query.shows.rooms;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRemoved;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRestored;
import encore.kernel.shows.rooms.RoomFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** All sources of frames, by the kinds of events that they write frames of. */
@Component
public final class FrameSources {

    private final Map<Class<?>, RoomFrameSource> sources = new HashMap<>();

    @Autowired
    FrameSources(ObjectProvider<RoomFrameSource> sources) {
        this(sources.stream().toList());
    }

    public FrameSources(List<RoomFrameSource> sources) {
        for (RoomFrameSource source : sources) {
            for (Class<? extends Event> event : source.events()) {
                if (this.sources.put(event, source) != null) {
                    throw new IllegalStateException("Two sources write frames of " + event.getSimpleName());
                }
            }
        }
    }

    /** Returns the kinds of events that frames are written of. */
    public Set<Class<?>> events() {
        return Set.copyOf(sources.keySet());
    }

    /** Returns the names of the rooms that get an event. */
    List<String> rooms(RecordedEvent recordedEvent) {
        RoomFrameSource source = sources.get(recordedEvent.event().getClass());
        return source == null ? List.of() : source.rooms(recordedEvent);
    }

    /** Writes the frames of events of one show, source by source: the frames of different sources are not in order. */
    public List<RoomFrame> frames(List<RecordedEvent> events) {
        Map<RoomFrameSource, List<RecordedEvent>> bySource = new LinkedHashMap<>();
        for (RecordedEvent recordedEvent : events) {
            RoomFrameSource source = sources.get(recordedEvent.event().getClass());
            if (source != null) {
                bySource.computeIfAbsent(source, first -> new ArrayList<>()).add(recordedEvent);
            }
        }
        List<RoomFrame> frames = new ArrayList<>();
        bySource.forEach((source, own) -> frames.addAll(source.frames(own)));
        return frames;
    }

    /** Returns the positions of the messages that the events remove and do not restore later. */
    public static Set<Long> removed(Iterable<RecordedEvent> events) {
        Set<Long> removed = new HashSet<>();
        for (RecordedEvent recordedEvent : events) {
            if (recordedEvent.event() instanceof ChatMessageRemoved removal) {
                removed.add(removal.messagePosition());
            } else if (recordedEvent.event() instanceof ChatMessageRestored restoration) {
                removed.remove(restoration.messagePosition());
            }
        }
        return removed;
    }
}
