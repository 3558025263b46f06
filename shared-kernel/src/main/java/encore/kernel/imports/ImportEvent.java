package encore.kernel.imports;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.privacy.Secret;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** The events of imports that no other feature has. */
public sealed interface ImportEvent extends Event {

    /**
     * A row of an import brought a fan. The claim on its key outlives the fan, so a repeat of the row does not bring an
     * erased fan back.
     *
     * @param keyHash a keyed hash of the row's key, or of the whole row if it has none
     * @param rowHash a hash of the row's values, which tells a repeat from other values under the key
     */
    @Revision("1")
    record FanImported(
            ImportedFanId importedFan,
            FanId fan,

            @NotPersonal("a hash that nobody can compute without the installation's secret") @Secret
            String keyHash,

            @PersonalData @Secret @Nullable String rowHash)
            implements ImportEvent {

        @Override
        public FanId subject() {
            return fan;
        }
    }
}
