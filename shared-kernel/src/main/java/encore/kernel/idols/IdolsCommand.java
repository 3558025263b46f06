package encore.kernel.idols;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.idols.IdolsQuery.FindIdol;

/** The commands of idols. */
public sealed interface IdolsCommand extends Command<IdolUid> {

    IdolId idol();

    @Override
    default IdolId stream() {
        return idol();
    }

    /**
     * Changes the idol with this music_uid, else with this name, or adds one.
     *
     * @param idol the id for a new idol; unused when there is one
     */
    record SaveIdol(IdolId idol, Patch<IdolProfile> said) implements IdolsCommand {}

    /**
     * Finds the idol with this name, or adds one.
     *
     * @param idol the id for a new idol; unused when there is one
     */
    record FindOrAddIdol(IdolId idol, String idolName) implements IdolsCommand {}

    /** Adds an idol. Without a type, its music_uid decides whether it is an artist. */
    record AddIdol(IdolId idol, IdolProfile profile) implements IdolsCommand {}

    /** Changes the identity of an idol. */
    record ChangeIdol(IdolId idol, Patch<IdolProfile> change) implements IdolsCommand {}

    /** Changes the presentation of an idol. The path names it, so an unknown one is refused as unknown. */
    record PresentIdol(IdolId idol, Patch<IdolPresentation> change)
            implements IdolsCommand, Command.Save<IdolUid, Idol.Managed> {
        @Override
        public FindIdol record(IdolUid saved) {
            return new FindIdol(idol.account(), saved.idolUid());
        }
    }

    /**
     * Removes an idol, and releases its name and music_uid. The path names it, so an unknown one is refused as unknown.
     */
    record RemoveIdol(IdolId idol) implements IdolsCommand {}
}
