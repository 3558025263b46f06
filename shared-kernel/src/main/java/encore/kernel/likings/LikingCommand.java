package encore.kernel.likings;

import encore.kernel.Command;
import encore.kernel.accounts.AccountId;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.idols.IdolId;
import encore.kernel.likings.IdolFan.NetworkIdentity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands of fans' idols. Each answers the fan and the idols that it was about. */
public sealed interface LikingCommand<R> extends Command<R> {

    /** The most idols of a fan. */
    int MAX_IDOLS = 1_000;

    /**
     * Adds idols to a fan, or changes whether the fan said so itself.
     *
     * @param isPublic whether the call is public, so that it records as much for idols that the fan has already
     */
    record AddFanIdols(LikingsId stream, List<String> idolUids, boolean isExplicit, boolean isPublic)
            implements LikingCommand<LikedIdols> {
        public AddFanIdols {
            idolUids = List.copyOf(idolUids);
        }

        public AddFanIdols(LikingsId stream, List<String> idolUids, boolean isExplicit) {
            this(stream, idolUids, isExplicit, false);
        }
    }

    /**
     * Changes nothing. It is refused when the fan would have too many idols with these. A call sends it before its first
     * step that records something.
     */
    record RequireRoomForIdols(LikingsId stream, List<String> idolUids) implements LikingCommand<LikedIdols> {
        public RequireRoomForIdols {
            idolUids = List.copyOf(idolUids);
        }
    }

    /**
     * Removes an idol from a fan. One that the fan does not have changes nothing.
     *
     * @param parameter the parameter that names the fan; null when the path does
     */
    record RemoveFanIdol(
            LikingsId stream, String idolUid, @Nullable String parameter) implements LikingCommand<LikedIdols> {}

    /** Adds the idol with this uid. The path names the fan, so an unknown one is refused as unknown. */
    record LikeIdol(LikingsId stream, IdolId idol, boolean isExplicit) implements LikingCommand<LikedIdols> {}

    /**
     * Adds the idol with this name, which is created when there is none. The path names the fan, so an unknown one is
     * refused as unknown.
     */
    record LikeNamedIdol(LikingsId stream, NamedIdol idol, boolean isExplicit) implements LikingCommand<LikedIdols> {}

    /** Removes the idol with this name. The path names the fan, so an unknown one is refused as unknown. */
    record DislikeNamedIdol(LikingsId stream, String idolName) implements LikingCommand<LikedIdols> {}

    /** Adds the idol with this name. An idol that does not exist is refused, naming {@code idol_name}. */
    record LikeKnownIdol(LikingsId stream, String idolName, boolean isExplicit) implements LikingCommand<LikedIdols> {}

    /** Removes the idol with this uid. An idol that does not exist is refused, naming {@code idol_uid}. */
    record DislikeIdol(LikingsId stream, IdolId idol) implements LikingCommand<LikedIdols> {}

    /** Finds or registers a fan, and adds idols by name. */
    record RegisterFanWithIdols(FindOrRegisterFan fan, List<NamedIdol> idols, boolean isExplicit)
            implements LikingCommand<LikedIdols> {
        public RegisterFanWithIdols {
            idols = List.copyOf(idols);
        }

        @Override
        public FanId stream() {
            return fan.fan();
        }
    }

    /** Adds idols by name to the fan with this identifier on a network. An unknown identifier is refused. */
    record LikeAsIdentified(AccountId stream, NetworkIdentity who, List<NamedIdol> idols, boolean isExplicit)
            implements LikingCommand<LikedIdols> {
        public LikeAsIdentified {
            idols = List.copyOf(idols);
        }
    }

    /** Adds idols to many fans. Each row is accepted or refused as a whole. */
    record AddIdolFans(AccountId stream, List<IdolFan> rows) implements LikingCommand<AddedIdolFans>, Command.Bulk {
        public AddIdolFans {
            rows = List.copyOf(rows);
        }
    }
}
