package encore.kernel.fans;

import encore.kernel.Event;
import encore.kernel.NotPersonal;
import encore.kernel.Patch;
import encore.kernel.PersonalData;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Everything that can happen to a fan. */
public sealed interface FanEvent extends Event {

    FanId fan();

    @Override
    default FanId subject() {
        return fan();
    }

    /** A change of what is known of a fan. */
    sealed interface Change<T extends Record> extends FanEvent, Event.Change<T> {}

    /** An account has a new fan. */
    @Revision("1")
    record FanRegistered(FanId fan, Profile profile, Consent consent) implements FanEvent {}

    /**
     * A fan is known better, or otherwise: only what changed. In revision 1 an empty text cleared, and nothing else could.
     *
     * @param cleared names of components of the profile
     */
    @Revision("2")
    record FanProfileChanged(
            FanId fan,
            Profile changes,
            @NotPersonal("names of components") @Nullable List<String> cleared) implements Change<Profile> {

        public static FanProfileChanged of(FanId fan, Patch<Profile> patch) {
            return new FanProfileChanged(fan, patch.given(), patch.clearedNames());
        }
    }

    /**
     * A fan agreed to something, took it back, or confirmed a contact: only what changed.
     *
     * @param cleared names of flags of which nothing is said any more
     */
    @Revision("2")
    record FanConsentChanged(
            FanId fan,
            Consent changes,
            @NotPersonal("names of components") @Nullable List<String> cleared) implements Change<Consent> {

        public static FanConsentChanged of(FanId fan, Patch<Consent> patch) {
            return new FanConsentChanged(fan, patch.given(), patch.clearedNames());
        }
    }

    /** A fan can log in with a password. */
    @Revision("1")
    record FanPasswordSet(FanId fan, @PersonalData @Nullable String passwordHash) implements FanEvent {}

    /**
     * Staff said something of a fan: only what changed.
     *
     * @param cleared names of components of the curation
     */
    @Revision("2")
    record FanCurated(
            FanId fan,
            Curation changes,
            @NotPersonal("names of components") @Nullable List<String> cleared)
            implements Change<Curation>, Event.Managed {

        public static FanCurated of(FanId fan, Patch<Curation> patch) {
            return new FanCurated(fan, patch.given(), patch.clearedNames());
        }

        @Override
        public String target() {
            return fan.toString();
        }
    }

    /**
     * What is known of a fan in custom fields changed: only what changed.
     *
     * @param values by key
     * @param keys the keys of the values, which are left when the values are not
     * @param cleared keys of fields that the fan has no value of any more
     */
    @Revision("1")
    record FanFieldsChanged(
            FanId fan,
            @PersonalData @Nullable ObjectNode values,
            @NotPersonal("keys of fields, without a value") List<String> keys,
            @NotPersonal("keys of fields, without a value") List<String> cleared)
            implements FanEvent {
        public FanFieldsChanged {
            keys = List.copyOf(keys);
            cleared = List.copyOf(cleared);
        }
    }

    /**
     * A fan has other tags: only those that changed.
     *
     * @param added tag ids that the fan did not have
     * @param removed tag ids that the fan had
     */
    @Revision("1")
    record FanTagsChanged(FanId fan, List<Long> added, List<Long> removed) implements FanEvent {
        public FanTagsChanged {
            added = List.copyOf(added);
            removed = List.copyOf(removed);
        }
    }

    /** A fan is forgotten: its key is destroyed, and all that was personal in its events reads as null from then on. */
    @Revision("1")
    record FanErased(FanId fan) implements FanEvent, Event.Ending {}
}
