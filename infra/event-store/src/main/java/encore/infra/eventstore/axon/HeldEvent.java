package encore.infra.eventstore.axon;

import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Undecodable;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.StoredEvent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** An event in memory, as it was written, together with its decoded form. It is decoded once for all readers. */
final class HeldEvent {

    private static final AtomicReferenceFieldUpdater<HeldEvent, Object> DECODED =
            AtomicReferenceFieldUpdater.newUpdater(HeldEvent.class, Object.class, "decoded");

    private static final Object UNREAD = new Object();

    final StoredEvent stored;

    /**
     * The decoded {@link Recorded}, or a marker while the event is not decoded. Each erasure sets a new marker, so that
     * a decoding that began earlier is not stored.
     */
    private volatile Object decoded = UNREAD;

    private volatile @Nullable Recorded withoutPersonal;

    HeldEvent(StoredEvent stored) {
        this.stored = stored;
    }

    static long bytes(@Nullable HeldEvent event) {
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
    static List<Recorded> recorded(List<HeldEvent> events, EventCodec codec, Set<String> impersonal) {
        List<Object> seen = new ArrayList<>(events.size());
        List<StoredEvent> fresh = new ArrayList<>();
        for (HeldEvent event : events) {
            Object before = event.seen(codec, event.isPersonal(impersonal));
            seen.add(before);
            if (!(before instanceof Recorded)) {
                fresh.add(event.stored);
            }
        }
        Iterator<Recorded> made = codec.decodeOrMark(fresh, impersonal).iterator();
        List<Recorded> all = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            HeldEvent event = events.get(i);
            all.add(
                    seen.get(i) instanceof Recorded known
                            ? known
                            : event.keep(made.next(), seen.get(i), codec, event.isPersonal(impersonal)));
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
    private Object seen(EventCodec codec, boolean personal) {
        return isWhole(codec, personal) ? decoded : Objects.requireNonNullElse(withoutPersonal, UNREAD);
    }

    /**
     * Stores the decoded event. An event that cannot be decoded is tried again next time, because it may become
     * readable, for example after its subject's key is destroyed. The event is not stored when an erasure came in
     * between: it may contain the erased data.
     */
    private Recorded keep(Recorded made, Object seen, EventCodec codec, boolean personal) {
        if (!(made.event() instanceof Undecodable)) {
            if (isWhole(codec, personal)) {
                DECODED.compareAndSet(this, seen, made);
            } else {
                withoutPersonal = made;
            }
        }
        return made;
    }

    private boolean isWhole(EventCodec codec, boolean personal) {
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
                known -> known instanceof Recorded recorded
                                && !subjects.contains(
                                        String.valueOf(recorded.event().subject()))
                        ? known
                        : since);
    }
}
