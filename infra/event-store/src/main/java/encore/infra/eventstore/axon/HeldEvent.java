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

/** An event in memory as it was written, and decoded once for all who read it. */
final class HeldEvent {

    private static final AtomicReferenceFieldUpdater<HeldEvent, Object> DECODED =
            AtomicReferenceFieldUpdater.newUpdater(HeldEvent.class, Object.class, "decoded");

    private static final Object UNREAD = new Object();

    final StoredEvent stored;

    /** A {@link Recorded}, or what says since when there is none. */
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
     * Decodes at once what was not before, so that its keys are read by one question.
     *
     * @param impersonal the types in which nothing personal is looked at
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

    /** What it was decoded to, if it was; what holds nothing personal is the same for all. */
    private Object seen(EventCodec codec, boolean personal) {
        return isWhole(codec, personal) ? decoded : Objects.requireNonNullElse(withoutPersonal, UNREAD);
    }

    /**
     * What cannot be decoded is tried anew: once its subject's key is gone, for one, it may be readable. What was decoded
     * while somebody was forgotten may be what is to be forgotten.
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

    /** @param since of this forgetting alone */
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
