package encore.infra.eventstore.tail;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.commit.StoredEvent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** An event in memory, as it was written, together with its decoded form. It is decoded once for all readers. */
final class CachedEvent {

    private static final AtomicReferenceFieldUpdater<CachedEvent, Object> DECODED =
            AtomicReferenceFieldUpdater.newUpdater(CachedEvent.class, Object.class, "decoded");

    private static final Object NOT_DECODED = new Object();

    final StoredEvent stored;

    /**
     * The decoded {@link RecordedEvent}, or a marker while the event is not decoded. Each erasure sets a new marker, so that
     * a decoding that began earlier is not stored.
     */
    private volatile Object decoded = NOT_DECODED;

    private volatile @Nullable RecordedEvent withoutPersonal;

    CachedEvent(StoredEvent stored) {
        this.stored = stored;
    }

    static long bytes(@Nullable CachedEvent event) {
        return event == null
                ? 0
                : 256L
                        + event.stored.stream().length()
                        + event.stored.metadata().length
                        + event.stored.payload().length;
    }

    /**
     * Returns the decoded events. Those that are not decoded yet are decoded together, so that one query reads their
     * keys.
     *
     * @param impersonal the event types whose personal fields are read as null
     */
    static List<RecordedEvent> recorded(List<CachedEvent> events, EventCodec codec, Set<String> impersonal) {
        List<Object> seen = new ArrayList<>(events.size());
        List<StoredEvent> fresh = new ArrayList<>();
        for (CachedEvent event : events) {
            Object before = event.decodedForm(codec, event.isPersonal(impersonal));
            seen.add(before);
            if (!(before instanceof RecordedEvent)) {
                fresh.add(event.stored);
            }
        }
        Iterator<RecordedEvent> made = codec.decodeOrMark(fresh, impersonal).iterator();
        List<RecordedEvent> all = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            CachedEvent event = events.get(i);
            all.add(
                    seen.get(i) instanceof RecordedEvent known
                            ? known
                            : event.store(made.next(), seen.get(i), codec, event.isPersonal(impersonal)));
        }
        return all;
    }

    private boolean isPersonal(Set<String> impersonal) {
        return !impersonal.contains(stored.type());
    }

    /**
     * Returns the decoded event, or the marker if it is not decoded. An event without personal data has one form for
     * all readers.
     */
    private Object decodedForm(EventCodec codec, boolean personal) {
        return isComplete(codec, personal) ? decoded : Objects.requireNonNullElse(withoutPersonal, NOT_DECODED);
    }

    /**
     * Stores the decoded event. An event that cannot be decoded is tried again next time, because it may become
     * readable, for example after its subject's key is destroyed. The event is not stored when an erasure came in
     * between: it may contain the erased data.
     */
    private RecordedEvent store(RecordedEvent made, Object seen, EventCodec codec, boolean personal) {
        if (!(made.event() instanceof UndecodablePlaceholder)) {
            if (isComplete(codec, personal)) {
                DECODED.compareAndSet(this, seen, made);
            } else {
                withoutPersonal = made;
            }
        }
        return made;
    }

    private boolean isComplete(EventCodec codec, boolean personal) {
        return personal || !codec.isPersonal(stored.type());
    }

    /**
     * Drops the decoded form if it belongs to one of these subjects.
     *
     * @param since a marker of its own for this call
     */
    void forget(Set<String> subjects, Object since) {
        DECODED.updateAndGet(
                this,
                known -> known instanceof RecordedEvent recordedEvent
                                && !subjects.contains(
                                        String.valueOf(recordedEvent.event().subject()))
                        ? known
                        : since);
    }
}
