package encore.kernel.idols;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.idols.IdolsQuery.FindIdol;

/** Everything that can be asked of idols. */
public sealed interface IdolsCommand extends Command<IdolUid> {

    IdolId idol();

    @Override
    default IdolId stream() {
        return idol();
    }

    /**
     * Changes the idol of this music_uid, else of this name, or adds one.
     *
     * @param idol which it becomes if there is none
     */
    record SaveIdol(IdolId idol, Patch<IdolProfile> said) implements IdolsCommand {}

    /**
     * Finds the idol of this name, or adds one.
     *
     * @param idol which it becomes if there is none
     */
    record FindOrAddIdol(IdolId idol, String idolName) implements IdolsCommand {}

    /** Adds an idol; its type follows from its music_uid unless it is said. */
    record AddIdol(IdolId idol, IdolProfile profile) implements IdolsCommand {}

    /** Says anew who an idol is. */
    record ChangeIdol(IdolId idol, Patch<IdolProfile> change) implements IdolsCommand {}

    /** Says anew how an idol is shown. The idol stood in the path. */
    record PresentIdol(IdolId idol, Patch<IdolPresentation> change)
            implements IdolsCommand, Command.Save<IdolUid, Idol.Managed> {
        @Override
        public FindIdol record(IdolUid saved) {
            return new FindIdol(idol.account(), saved.idolUid());
        }
    }

    /** The account has this idol no longer; its name and music_uid are free. The idol stood in the path. */
    record RemoveIdol(IdolId idol) implements IdolsCommand {}
}
