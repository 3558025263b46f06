package encore.infra.eventstore.axon;

import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Undecodable;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.StoredEvent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An event in memory as it was written, and decoded once for all who read it. */
final class HeldEvent {

    final StoredEvent stored;
    private volatile @Nullable Recorded decoded;
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
        List<@Nullable Recorded> known = new ArrayList<>(events.size());
        List<StoredEvent> fresh = new ArrayList<>();
        for (HeldEvent event : events) {
            Recorded before = event.known(codec, event.isPersonal(impersonal));
            known.add(before);
            if (before == null) {
                fresh.add(event.stored);
            }
        }
        Iterator<Recorded> made = codec.decodeOrMark(fresh, impersonal).iterator();
        List<Recorded> all = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            Recorded before = known.get(i);
            HeldEvent event = events.get(i);
            all.add(before == null ? event.keep(made.next(), codec, event.isPersonal(impersonal)) : before);
        }
        return all;
    }

    private boolean isPersonal(Set<String> impersonal) {
        return !impersonal.contains(stored.type());
    }

    /** Null when it was not decoded so before; what holds nothing personal is the same for all. */
    private @Nullable Recorded known(EventCodec codec, boolean personal) {
        return isWhole(codec, personal) ? decoded : withoutPersonal;
    }

    /** What cannot be decoded is tried anew: once its subject's key is gone, for one, it may be readable. */
    private Recorded keep(Recorded made, EventCodec codec, boolean personal) {
        if (!(made.event() instanceof Undecodable)) {
            if (isWhole(codec, personal)) {
                decoded = made;
            } else {
                withoutPersonal = made;
            }
        }
        return made;
    }

    private boolean isWhole(EventCodec codec, boolean personal) {
        return personal || !codec.isPersonal(stored.type());
    }

    void forget(Set<String> subjects) {
        Recorded known = decoded;
        if (known != null && subjects.contains(String.valueOf(known.event().subject()))) {
            decoded = null;
        }
    }
}
