package encore.kernel.likings;

import encore.kernel.Command;
import encore.kernel.accounts.AccountId;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.idols.IdolId;
import encore.kernel.likings.IdolFan.Identified;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of fans' idols; the answer tells which it was about. */
public sealed interface LikingCommand<R> extends Command<R> {

    /** Adds idols, or says anew whether the fan said so itself. */
    record AddFanIdols(LikingsId stream, List<String> idolUids, boolean isExplicit)
            implements LikingCommand<LikedIdols> {
        public AddFanIdols {
            idolUids = List.copyOf(idolUids);
        }
    }

    /**
     * Takes an idol away; what is not there anyway stays so.
     *
     * @param parameter that the fan came by; null when it stood in the path
     */
    record RemoveFanIdol(
            LikingsId stream, String idolUid, @Nullable String parameter) implements LikingCommand<LikedIdols> {}

    /** Adds the idol of this uid. The fan stood in the path. */
    record LikeIdol(LikingsId stream, IdolId idol, boolean isExplicit) implements LikingCommand<LikedIdols> {}

    /** Adds the idol of this name, which is made when there is none. The fan stood in the path. */
    record LikeNamedIdol(LikingsId stream, NamedIdol idol, boolean isExplicit) implements LikingCommand<LikedIdols> {}

    /** Takes the idol of this name away. The fan stood in the path. */
    record DislikeNamedIdol(LikingsId stream, String idolName) implements LikingCommand<LikedIdols> {}

    /** Finds or registers a fan, and adds idols to it by their names. */
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

    /** Adds idols by their names to the fan with this name on a network; without one it is refused. */
    record LikeAsIdentified(AccountId stream, Identified who, List<NamedIdol> idols, boolean isExplicit)
            implements LikingCommand<LikedIdols> {
        public LikeAsIdentified {
            idols = List.copyOf(idols);
        }
    }

    /** Adds idols to many fans, each row whole or not at all. */
    record AddIdolFans(AccountId stream, List<IdolFan> rows) implements LikingCommand<AddedIdolFans> {
        public AddIdolFans {
            rows = List.copyOf(rows);
        }
    }
}
