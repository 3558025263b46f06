package encore.command.lookups;

import encore.command.FanContactClaims;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanCommand.FillInFan;
import encore.kernel.fans.FanCommand.RequireFillable;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.FillPolicy;
import encore.kernel.fans.profile.Profile;
import encore.kernel.likings.LikingCommand;
import encore.kernel.likings.LikingCommand.RequireRoomForIdols;
import encore.kernel.likings.LikingsId;
import encore.kernel.tags.RequestedTag;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses too many tags and idols before a call that finds or registers a fan records anything. A call that adds some at
 * the same time may still take the room; then the later step is refused.
 */
public final class FanBounds {

    private FanBounds() {}

    /**
     * Sends two steps, or skips them if they have nothing to check.
     *
     * @param newFan the id for a new fan
     * @param filling the policy of the step that fills in the fan
     * @param idolUids the idols to add; for one that does not exist yet, a text that is no uid
     */
    public static void check(
            FanId newFan,
            Profile given,
            FillPolicy filling,
            List<RequestedTag> tags,
            List<String> idolUids,
            Claims claims,
            Streams streams,
            Dispatch dispatch) {
        FanId found = find(newFan.account(), given, claims, streams);
        if (found == null || tags.isEmpty() && idolUids.isEmpty()) {
            dispatch.skipStep();
        } else {
            found = fillable(new RequireFillable(found, given, filling, tags), dispatch);
        }
        if (idolUids.isEmpty() || found == null && idolUids.size() <= LikingCommand.MAX_IDOLS) {
            dispatch.skipStep();
        } else {
            dispatch.send(new RequireRoomForIdols(new LikingsId(found == null ? newFan : found), idolUids));
        }
    }

    private static @Nullable FanId find(long account, Profile given, Claims claims, Streams streams) {
        FanId byEmail = FanContactClaims.ownerOf(account, ContactValue.of(ContactKind.EMAIL, given), claims, streams);
        return byEmail != null
                ? byEmail
                : FanContactClaims.ownerOf(account, ContactValue.of(ContactKind.PHONE, given), claims, streams);
    }

    /** Returns the fan; null when the call will not fill it in, but another or a new one. */
    private static @Nullable FanId fillable(RequireFillable command, Dispatch dispatch) {
        try {
            dispatch.send(command);
            return command.fan();
        } catch (Refusal refusal) {
            if (refusal.type().equals(FillInFan.ANOTHER_EMAIL) || refusal.type().equals(FillInFan.PLANTED_CONTACT)) {
                return null;
            }
            throw refusal;
        }
    }
}
