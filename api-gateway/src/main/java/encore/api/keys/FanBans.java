package encore.api.keys;

import encore.infra.backend.ControlMessage;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The fans whom an account has banned from its shows. Any thread may read while another one changes it. */
public final class FanBans {

    static final FanBans NONE = new FanBans();

    private final Map<Place, ControlMessage.BannedFan> bans = new ConcurrentHashMap<>();

    private record Place(long pageTabId, long fanId) {}

    void add(ControlMessage.BannedFan ban) {
        bans.put(new Place(ban.pageTabId(), ban.fanId()), ban);
    }

    void remove(ControlMessage.UnbannedFan unbanned) {
        bans.remove(new Place(unbanned.pageTabId(), unbanned.fanId()));
    }

    public boolean isEmpty() {
        return bans.isEmpty();
    }

    /** Returns whether a fan is banned from a show and may not even read. */
    public boolean isShutOut(long pageTabId, long fanId, Instant now) {
        ControlMessage.BannedFan ban = bans.get(new Place(pageTabId, fanId));
        return ban != null && !ban.isMute() && isInForce(ban, now);
    }

    /** Returns whether a fan is banned from a show, also when it may still read. */
    public boolean isBanned(long pageTabId, long fanId, Instant now) {
        return isInForce(bans.get(new Place(pageTabId, fanId)), now);
    }

    private static boolean isInForce(ControlMessage.@Nullable BannedFan ban, Instant now) {
        Long until = ban == null ? null : ban.until();
        return ban != null && (until == null || now.toEpochMilli() < until);
    }
}
