package encore.infra.eventstore.axon;

import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Undecodable;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.StoredEvent;
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

    Recorded recorded(EventCodec codec, boolean personal) {
        Recorded known = known(codec, personal);
        return known == null ? keep(codec.decodeOrMark(stored, personal), codec, personal) : known;
    }

    /** Null when it was not decoded so before; what holds nothing personal is the same for all. */
    @Nullable
    Recorded known(EventCodec codec, boolean personal) {
        return isWhole(codec, personal) ? decoded : withoutPersonal;
    }

    /** What cannot be decoded is tried anew: once its subject's key is gone, for one, it may be readable. */
    Recorded keep(Recorded made, EventCodec codec, boolean personal) {
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
