package encore.command.webhooks.delivery.queue;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished messages of a webhook. Messages of one lane go out one after the other, by position. A lane whose first
 * message is tried again later is paused. One thread uses it.
 */
public final class Lanes {

    private final Map<String, Lane> lanes = new HashMap<>();
    private final TreeMap<Long, Message> messages = new TreeMap<>();

    /** The lanes that wait for nothing, by the positions of their first messages. */
    private final TreeMap<Long, Lane> ready = new TreeMap<>();

    private final TreeSet<Lane> paused = new TreeSet<>(Lane.BY_PAUSE);

    /** Adds a message. Its position may be lower than those of its lane that are already there. */
    public void add(Message message) {
        if (messages.putIfAbsent(message.position(), message) != null) {
            return;
        }
        Lane lane = lanes.computeIfAbsent(message.lane(), Lane::new);
        rest(lane);
        lane.waiting.add(message);
        line(lane);
    }

    /** Takes the lane out of the order in which lanes are sent. */
    private void rest(Lane lane) {
        if (lane.isPaused) {
            paused.remove(lane);
            lane.isPaused = false;
        }
        if (lane.readyPosition > 0) {
            ready.remove(lane.readyPosition);
            lane.readyPosition = 0;
        }
    }

    /** Puts the lane where its first message belongs: among those that are ready, or those that are paused. */
    private void line(Lane lane) {
        Message first = lane.waiting.peek();
        if (lane.sent != null || first == null) {
            return;
        }
        if (first.nextTry() > 0) {
            lane.isPaused = true;
            lane.pausedUntil = first.nextTry();
            lane.pausedPosition = first.position();
            paused.add(lane);
        } else {
            lane.readyPosition = first.position();
            ready.put(lane.readyPosition, lane);
        }
    }

    /** Takes the first message that may be sent at a time, or null. */
    public @Nullable Message next(long now) {
        Lane due = paused.isEmpty() || paused.first().pausedUntil > now ? null : paused.first();
        Map.Entry<Long, Lane> first = ready.firstEntry();
        if (due != null && (first == null || due.pausedPosition < first.getKey())) {
            return send(due);
        }
        return first == null ? null : send(first.getValue());
    }

    /** Takes the first message of a lane that was not probed yet, also of a paused one; or null when all were probed. */
    public @Nullable Message probe(Set<String> probed) {
        Lane chosen = null;
        for (Map.Entry<Long, Lane> entry : ready.entrySet()) {
            if (!probed.contains(entry.getValue().key)) {
                chosen = entry.getValue();
                break;
            }
        }
        for (Lane lane : paused) {
            boolean isEarlier = chosen == null || lane.pausedPosition < chosen.readyPosition;
            if (isEarlier && !probed.contains(lane.key) && (chosen == null || chosen.readyPosition > 0)) {
                chosen = lane;
            }
        }
        return chosen == null ? null : send(chosen);
    }

    private Message send(Lane lane) {
        rest(lane);
        Message message = lane.waiting.remove();
        lane.sent = message;
        return message;
    }

    /** Removes a message that was delivered or given up. */
    public void finish(Message message) {
        messages.remove(message.position());
        release(message);
    }

    /** Puts a message back that was not delivered. Its time of the next try says when it goes out again. */
    public void putBack(Message message) {
        Objects.requireNonNull(lanes.get(message.lane())).waiting.add(message);
        release(message);
    }

    private void release(Message message) {
        Lane lane = Objects.requireNonNull(lanes.get(message.lane()));
        lane.sent = null;
        if (lane.isEmpty()) {
            lanes.remove(lane.key);
        } else {
            line(lane);
        }
    }

    public int size() {
        return messages.size();
    }

    /** Returns the number of lanes whose first messages may be sent at once. */
    public int readyLanes() {
        return ready.size();
    }

    /** Returns when the first paused lane goes on, in milliseconds since 1970; the largest number for never. */
    public long nextPauseEnd() {
        return paused.isEmpty() ? Long.MAX_VALUE : paused.first().pausedUntil;
    }

    /** Returns the first unfinished message, or null. */
    public @Nullable Message first() {
        return messages.isEmpty() ? null : messages.firstEntry().getValue();
    }

    /** Returns the unfinished messages by position. */
    public Collection<Message> messages() {
        return Collections.unmodifiableCollection(messages.values());
    }
}
